import type { ApprovalId } from '../domain/ids.ts';
import type { ConversationIndex } from '../ports/conversation-index.ts';
import type { ApprovalListing } from './commands.ts';
import type { Conversations } from './reader.ts';

export type FindApproval = (approvalId: ApprovalId) => Promise<ApprovalListing | null>;

/** Finds a card's approval by its opaque id: the index finds the conversation, the log tells the truth. */
export const makeFindApproval =
  (deps: { readonly conversations: Conversations; readonly index: ConversationIndex }): FindApproval =>
  async (approvalId) => {
    const conversation = await deps.index.conversationOf(approvalId);
    if (conversation === null) return null;
    const approval = (await deps.conversations.read(conversation)).approvals.approvals.get(approvalId);
    return approval === undefined ? null : { conversation, approval };
  };
