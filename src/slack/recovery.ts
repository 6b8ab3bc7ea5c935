import type { ConversationCommands } from '../conversation/commands.ts';
import { type ConversationId, type RequestId, type TurnId, turnId } from '../domain/ids.ts';
import { owedAnswer, owedCard } from '../domain/owed.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenStreams } from '../ports/open-streams.ts';
import type { Outbox } from '../ports/outbox.ts';
import { readRemembered, remember, rememberedKey } from './answer/remembered.ts';
import type { Homes } from './home.ts';
import type { SurfaceParts } from './surface.ts';
import { type Timers, wait } from './web/timers.ts';

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

/** While the store does not answer there is nothing better to do than to ask again; a restart looks for leftovers too. */
const OWE_TRIES = 60;
const OWE_RETRY_MS = 2_000;

/**
 * What the writer of an answer in this process could not show is owed: its turn may never come to an end of its own.
 * Its row says from now on that nobody writes it, so that no process waits to see that.
 */
export async function oweUnshown(
  store: { readonly openStreams: OpenStreams; readonly outbox: Outbox },
  { conversation, turn }: { readonly conversation: ConversationId; readonly turn: TurnId },
  timers: Timers,
): Promise<void> {
  for (let tries = 0; tries < OWE_TRIES; tries += 1) {
    try {
      const row = (await store.openStreams.list()).find(({ key }) => key === rememberedKey(turn));
      if (row === undefined) return;
      const left = readRemembered(row);
      if (left !== null) await store.openStreams.exchange(row, remember(conversation, { ...left, since: 0 }));
      await store.outbox.owe(conversation, owedAnswer(turn));
      return;
    } catch {
      await wait(timers, OWE_RETRY_MS);
    }
  }
}

/** Its writer may wake up and write in between; it does so a few times at most before it learns that its claim is lost. */
const TAKE_OVER_TRIES = 5;

/**
 * Another process's claim on this conversation ran out. What it was writing there is nobody's now, however lately it
 * wrote: it is owed at once, and delivery finishes it from the log.
 */
export async function takeOverAnswers(
  store: { readonly openStreams: OpenStreams; readonly outbox: Outbox },
  conversation: ConversationId,
): Promise<void> {
  for (let tries = 0; tries < TAKE_OVER_TRIES; tries += 1) {
    let allTaken = true;
    for (const stream of await store.openStreams.list()) {
      const left = stream.conversation === conversation ? readRemembered(stream) : null;
      if (left === null || left.since === 0) continue;
      await store.outbox.owe(conversation, owedAnswer(turnId(left.turn)));
      if (!(await store.openStreams.exchange(stream, remember(conversation, { ...left, since: 0 })))) allTaken = false;
    }
    if (allTaken) return;
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
