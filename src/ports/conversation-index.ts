import type { ApprovalId, ConversationId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';

export interface IndexedApproval {
  readonly approvalId: ApprovalId;
  readonly conversation: ConversationId;
}

/** A cache over the logs, kept by `append`, droppable and rebuildable: it finds conversations, the log tells the truth. */
export interface ConversationIndex {
  /** The conversation an approval (or outcome question) was asked in. */
  conversationOf(approval: ApprovalId): Promise<ConversationId | null>;
  /** Pending questions of a workspace, oldest first. */
  pendingIn(team: string, limit: number): Promise<readonly IndexedApproval[]>;
  /** Conversations in which this person holds grants that may still live. */
  grantsOf(holder: Person, limit: number): Promise<readonly IndexedApproval[]>;
  /** Questions that were settled lately, newest first. */
  settledIn(team: string, limit: number): Promise<readonly IndexedApproval[]>;
  /** Questions of servers asked since a time (ms), newest first. Whether one still waits is in its log alone. */
  elicitedSince(team: string, since: number, limit: number): Promise<readonly IndexedApproval[]>;
  /**
   * Conversations whose id begins with `prefix` and comes after `after`, in the order of their ids, in which something is
   * open: a question, a grant that may still live, or work that is due or being done.
   */
  openUnder(prefix: string, after: string, limit: number): Promise<readonly ConversationId[]>;
}
