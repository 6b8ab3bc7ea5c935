import type { ConversationCommands } from '../conversation/commands.ts';
import { type ConversationId, type RequestId, turnId } from '../domain/ids.ts';
import { owedAnswer, owedCard } from '../domain/owed.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenStreams } from '../ports/open-streams.ts';
import type { Outbox } from '../ports/outbox.ts';
import { readRemembered, remember } from './answer/remembered.ts';
import type { Homes } from './home.ts';
import type { SurfaceParts } from './surface.ts';

/** Answers a dead process left half-shown are owed: delivery makes them say what the log says. */
export async function oweLeftovers(store: {
  readonly openStreams: OpenStreams;
  readonly outbox: Outbox;
}): Promise<void> {
  for (const stream of await store.openStreams.list()) {
    const left = readRemembered(stream);
    if (left === null) await store.openStreams.forget(stream.key);
    else await store.outbox.owe(stream.conversation, owedAnswer(turnId(left.turn)));
  }
}

/**
 * Another process's claim on this conversation ran out. What it was writing there is nobody's now, however lately it
 * wrote: it is owed at once, and delivery finishes it from the log.
 */
export async function takeOverAnswers(
  store: { readonly openStreams: OpenStreams; readonly outbox: Outbox },
  conversation: ConversationId,
): Promise<void> {
  for (const stream of await store.openStreams.list()) {
    const left = stream.conversation === conversation ? readRemembered(stream) : null;
    if (left === null) continue;
    await store.openStreams.remember(remember(conversation, { ...left, since: 0 }));
    await store.outbox.owe(conversation, owedAnswer(turnId(left.turn)));
  }
}

interface RefreshParts {
  readonly commands: ConversationCommands;
  readonly outbox: Outbox;
  readonly homes: Homes;
  readonly kick: () => void;
  readonly logger: Logger;
}

/** After an answer: the cards of what it ran say how that ended, and App Home follows. */
export function refreshAfter({ commands, outbox, homes, kick, logger }: RefreshParts): SurfaceParts['onEnded'] {
  const refresh = async (
    { conversation }: Parameters<SurfaceParts['onEnded']>[0],
    ran: readonly RequestId[],
  ): Promise<void> => {
    if (ran.length > 0) {
      const { approvals } = await commands.read(conversation);
      for (const requestId of ran) {
        const approval = approvals.byRequest.get(requestId);
        if (approval !== undefined) await outbox.owe(conversation, owedCard(approval));
      }
    }
    kick();
  };
  return (place, ran) => {
    refresh(place, ran).catch(() => logger.warn({ conversation: place.conversation }, 'cards could not be refreshed'));
    homes.refresh(place.principal);
  };
}
