import { pendingApprovals } from '../domain/approvals.ts';
import { requesterOnly } from '../domain/approver-rule.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { ClickRefusal, DomainEvent } from '../domain/event.ts';
import type { ConversationId } from '../domain/ids.ts';
import { owedEnding } from '../domain/owed.ts';
import { type Person, samePerson } from '../domain/person.ts';
import type { Places } from '../ports/places.ts';
import type { makeAuthorise } from './authorise.ts';
import { closeOpenCalls } from './close-calls.ts';
import type { ConversationCommands } from './commands.ts';
import type { Conversations } from './reader.ts';
import type { RecordRefusal } from './refusals.ts';
import { gaveUpText, stoppedText } from './texts.ts';

interface StopDeps {
  readonly conversations: Conversations;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
  readonly recordRefusal: RecordRefusal;
  readonly abort: (conversation: ConversationId) => void;
}

/**
 * Stops what a conversation is doing. A running turn is asked to (its worker aborts it and closes its calls);
 * a paused one is closed here: its cards are cancelled and every open call gets a result. Who may: whom the turn acts
 * for, and ordinary members of its channel. Stopping withholds and lets nothing through: who cannot be looked up may stop.
 */
export const makeStop =
  (deps: StopDeps): ConversationCommands['stop'] =>
  async (conversation, by) => {
    const refusal = await refusalOf(deps, await deps.conversations.read(conversation), by);
    if (refusal !== null) {
      await deps.recordRefusal({ conversation, approvalId: null, person: by, action: 'stop', because: refusal });
      return refusal;
    }
    const changed = await deps.conversations.change(conversation, (now) => {
      switch (now.status.kind) {
        case 'running':
          if (now.status.stopAsked !== null) return { events: [], result: 'stopping' as const };
          return { events: [{ type: 'stop.requested', by }], options: { wake: 'now' }, result: 'stopping' as const };
        case 'paused':
          return {
            events: stopped(now, now.status.turnId, by),
            options: {
              wake: 'now',
              owes: [{ key: owedEnding(now.status.turnId), conversation }],
            },
            result: 'stopping' as const,
          };
        case 'idle':
        case 'failed':
          return { events: [], result: 'nothing-to-stop' as const };
      }
    });
    if (changed.kind !== 'changed') return 'nothing-to-stop';
    const { status } = await deps.conversations.read(conversation);
    // By now another turn may be running here, which nobody asked to stop.
    if (status.kind === 'running' && status.stopAsked !== null) deps.abort(conversation);
    return changed.result;
  };

const mayStop = { ...requesterOnly, channels: ['here'] };

async function refusalOf(
  { authorise, places }: StopDeps,
  { id, status }: Conversation,
  by: Person,
): Promise<ClickRefusal | null> {
  if (status.kind === 'idle' || samePerson(status.principal, by)) return null;
  const refusal = await authorise({ rule: mayStop, person: by, principal: status.principal, place: places.of(id) });
  return refusal === 'lookup-failed' ? null : refusal;
}

/** The events that end a turn by a person's stop: cards cancelled, calls answered, turn over. */
export function stopped(
  now: Conversation,
  turnId: Extract<Conversation['status'], { turnId: unknown }>['turnId'],
  by: Person | null,
): DomainEvent[] {
  return [
    ...cancelPending(now, by, 'stopped'),
    ...closeOpenCalls(now, turnId, stoppedText, gaveUpText),
    { type: 'turn.stopped', turnId, by },
  ];
}

/** Nobody is asked any more: every pending approval of the conversation is cancelled. */
export const cancelPending = (now: Conversation, by: Person | null, because: string): DomainEvent[] =>
  pendingApprovals(now.approvals).map(({ request }) => ({
    type: 'approval.cancelled',
    approvalId: request.approvalId,
    by,
    because,
  }));
