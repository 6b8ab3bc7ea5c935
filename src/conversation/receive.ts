import { pendingApprovals } from '../domain/approvals.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { owedWaiting } from '../domain/owed.ts';
import { samePerson } from '../domain/person.ts';
import type { Owed } from '../ports/event-log.ts';
import type { Places } from '../ports/places.ts';
import { choosePersona, type PersonaRoster } from './choose-persona.ts';
import { closedCall } from './close-calls.ts';
import type { IncomingMessage } from './commands.ts';
import type { Conversations } from './reader.ts';
import { supersededText } from './texts.ts';

const oneAgent: PersonaRoster = { names: new Set(), byChannel: new Map() };

/** What a message of the principal does to the cards that wait for an answer. */
export type WhilePaused = 'supersede' | 'queue';

/**
 * Appends a message once, however often it is delivered. A newer message of the principal that addresses the
 * bot while it waits supersedes the pending cards, unless the agent is set to let it wait; nobody else's does.
 */
export const makeReceive =
  (deps: {
    readonly conversations: Conversations;
    readonly whilePaused: WhilePaused;
    readonly roster?: PersonaRoster;
    readonly places: Places;
  }) =>
  async (message: IncomingMessage): Promise<'received' | 'duplicate'> => {
    const changed = await deps.conversations.change(message.conversation, (now) => {
      if (now.transcript.seen.has(message.messageId)) return { events: [], result: 'duplicate' as const };
      const superseded = deps.whilePaused === 'supersede' && message.addressed ? supersededBy(now, message) : [];
      const { messageId, author, addressed } = message;
      const chosen = choosePersona(deps.roster ?? oneAgent, message.text, now, deps.places.of(message.conversation));
      const persona = message.persona ?? chosen.persona;
      return {
        events: [
          ...backfill(now, message),
          { type: 'message.received', messageId, author, text: chosen.text, addressed, persona },
          ...superseded,
        ],
        options: {
          ...(addressed ? { wake: 'now' as const } : {}),
          ...(addressed && superseded.length === 0 ? { owes: owedWhile(now) } : {}),
        },
        result: 'received' as const,
      };
    });
    return changed.kind === 'changed' ? changed.result : 'duplicate';
  };

/** Whoever speaks to a bot that waits for an answer is told that they wait too. */
const owedWhile = ({ id, status }: Conversation): readonly Owed[] =>
  status.kind === 'paused' ? [{ key: owedWaiting(status.turnId), conversation: id }] : [];

/** Earlier words of the thread, only before anything else is known of it; files whenever they come. */
function backfill(now: Conversation, message: IncomingMessage): DomainEvent[] {
  return message.backfill
    .filter(({ source }) => now.position === 0 || source.kind === 'attachment')
    .map(({ author, text, source, file }) =>
      file === undefined
        ? { type: 'content.quarantined', source, author, text }
        : { type: 'file.attached', author, file },
    );
}

/** The events by which a newer message of the principal takes the place of what waits for an answer; none if nothing does. */
export function supersededBy(
  now: Conversation,
  message: Pick<IncomingMessage, 'messageId' | 'author'>,
): readonly DomainEvent[] {
  const { status } = now;
  if (status.kind !== 'paused' || !samePerson(status.principal, message.author)) return [];
  return pendingApprovals(now.approvals).flatMap(({ request }): DomainEvent[] => [
    { type: 'approval.superseded', approvalId: request.approvalId, messageId: message.messageId },
    closedCall(status.turnId, request.call, 'cancelled', supersededText),
  ]);
}
