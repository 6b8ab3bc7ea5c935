import { type ApprovalsState, emptyApprovals, evolveApprovals } from './approvals.ts';
import { type ElicitationsState, evolveElicitations } from './elicitation.ts';
import type { EventType, StoredEvent } from './event.ts';
import { evolveGrants, type GrantsState } from './grant.ts';
import type { ConversationId, RequestId } from './ids.ts';
import { evolveStatus, idle, type TurnStatus } from './status.ts';
import { emptyTaint, evolveTaint, type TaintState } from './taint.ts';
import { emptyTranscript, evolveTranscript, type TranscriptState } from './transcript.ts';
import { emptyTurns, evolveTurns, type TurnsState } from './turns.ts';

/** What holds now in one conversation: the fold of its whole log. May be dropped and folded again at any moment. */
export interface Conversation {
  readonly id: ConversationId;
  /** The last event's `seq`; 0 for a log without events. */
  position: number;
  /** The last event that bears on what may run: decisions, revocations, cancellations, stops, taint by others. */
  authorityPosition: number;
  status: TurnStatus;
  /** Since when the turn at hand waits for a look-up of its approvers; null while it does not. */
  deferredSince: number | null;
  /** The named agent of the latest turn, null for the default one; undefined before the first turn. */
  persona: string | null | undefined;
  readonly transcript: TranscriptState;
  readonly approvals: ApprovalsState;
  readonly elicitations: ElicitationsState;
  readonly grants: GrantsState;
  readonly taint: TaintState;
  readonly turns: TurnsState;
  readonly requestIds: Set<RequestId>;
}

export const emptyConversation = (id: ConversationId): Conversation => ({
  id,
  position: 0,
  authorityPosition: 0,
  status: idle,
  deferredSince: null,
  persona: undefined,
  transcript: emptyTranscript(),
  approvals: emptyApprovals(),
  elicitations: new Map(),
  grants: new Map(),
  taint: emptyTaint(),
  turns: emptyTurns(),
  requestIds: new Set(),
});

/** Takes the next event into the fold, in place; an event already folded is passed over. */
export function evolve(conversation: Conversation, stored: StoredEvent): void {
  if (stored.seq <= conversation.position) return;
  if (stored.event.type === 'conversation.pruned') Object.assign(conversation, emptyConversation(conversation.id));
  conversation.position = stored.seq;
  if (bearsOnAuthority.has(stored.event.type)) conversation.authorityPosition = stored.seq;
  conversation.status = evolveStatus(conversation.status, stored);
  conversation.deferredSince = deferredSince(conversation.deferredSince, stored);
  evolveTranscript(conversation.transcript, stored);
  evolveApprovals(conversation.approvals, stored);
  evolveElicitations(conversation.elicitations, stored);
  evolveGrants(conversation.grants, stored);
  evolveTaint(conversation.taint, stored);
  evolveTurns(conversation.turns, stored);
  if (stored.event.type === 'turn.started') conversation.persona = stored.event.persona;
  if (stored.event.type === 'step.accepted') {
    for (const call of stored.event.calls) conversation.requestIds.add(call.requestId);
  }
}

function deferredSince(since: number | null, { at, event }: StoredEvent): number | null {
  if (event.type === 'turn.deferred') return since ?? at;
  return event.type.startsWith('turn.') ? null : since;
}

const bearsOnAuthority: ReadonlySet<EventType> = new Set<EventType>([
  'content.quarantined',
  'file.attached',
  'stop.requested',
  'approval.endorsed',
  'approval.decided',
  'approval.expired',
  'approval.superseded',
  'approval.cancelled',
  'outcome.answered',
  'grant.revoked',
  'taint.cleared',
  'conversation.pruned',
]);

export function fold(id: ConversationId, events: Iterable<StoredEvent>): Conversation {
  const conversation = emptyConversation(id);
  for (const stored of events) evolve(conversation, stored);
  return conversation;
}
