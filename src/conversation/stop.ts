import { pendingApprovals } from '../domain/approvals.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { owedEnding } from '../domain/owed.ts';
import type { Person } from '../domain/person.ts';
import { closeOpenCalls } from './close-calls.ts';
import type { ConversationCommands } from './commands.ts';
import type { Conversations } from './reader.ts';
import { gaveUpText, stoppedText } from './texts.ts';

/**
 * Stops what a conversation is doing. A running turn is asked to (its worker aborts it and closes its calls);
 * a paused one is closed here: its cards are cancelled and every open call gets a result.
 */
export const makeStop =
  (deps: {
    readonly conversations: Conversations;
    readonly abort: (now: Conversation) => void;
  }): ConversationCommands['stop'] =>
  async (conversation, by) => {
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
    if (changed.result === 'stopping') deps.abort(await deps.conversations.read(conversation));
    return changed.result;
  };

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
