import { measuredFetch } from '../platform/measured-fetch.ts';
import { measuredStore, measureOutbox } from '../platform/measured-store.ts';
import { makeMeters } from '../platform/meters.ts';
import { type OpsServer, startOpsServer } from '../platform/ops-server.ts';
import { makeReadiness } from '../platform/readiness.ts';
import { systemClock } from '../platform/system.ts';
import type { Logger } from '../ports/logger.ts';
import type { Store } from '../ports/store.ts';
import type { Bot, BotState } from '../wire.ts';

/** Something owed to Slack for longer than this: people wait for cards that do not come. */
const OUTBOX_AGE_LIMIT_MS = 5 * 60_000;

/** What those who run the bot see of it. */
export interface Operation {
  /** The store, measured. */
  readonly store: Store;
  /** For calling Slack, measured. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Starts the bot and answers on the ops port while it starts, runs and stops; port 0: on none. When it does not start,
   * everything is closed and the promise rejects.
   */
  start(bot: Bot, where: OpsPlace, closeOthers: () => Promise<void>): Promise<Bot>;
}

export interface OpsPlace {
  readonly host: string;
  readonly port: number;
}

export function makeOperation(real: Store, logger: Logger): Operation {
  const { now } = systemClock;
  const meters = makeMeters();
  const store = measuredStore(real, meters, now);

  const figures = async (state: BotState) => {
    meters.turnsRunning.set(state.turnsRunning);
    meters.conversationsWaiting.set(state.line.waiting);
    meters.messagesTurnedAway.reset();
    meters.messagesTurnedAway.inc(state.line.turnedAway);
    if (state.sockets !== null) meters.sockets.set(state.sockets);
    // Without the store the other figures are needed most.
    await measureOutbox(store, meters, now).catch(() => logger.warn({}, 'the outbox could not be measured'));
    return { contentType: meters.contentType, text: await meters.text() };
  };

  const serve = (where: OpsPlace, state: Bot['state']): Promise<OpsServer> =>
    startOpsServer({
      ...where,
      figures: () => figures(state()),
      readiness: makeReadiness(
        [
          { name: 'running', holds: () => state().phase === 'running' },
          { name: 'store', holds: () => store.check().then(() => true) },
          { name: 'slack', holds: () => state().sockets !== 0 },
          { name: 'outbox', holds: () => outboxFlows(store, now) },
        ],
        { now },
      ),
    });

  return {
    store,
    fetch: measuredFetch(globalThis.fetch, meters),
    async start(bot, where, closeOthers) {
      let ops: OpsServer | null = null;
      const stop = async (): Promise<void> => {
        await bot.stop();
        await closeOthers();
        await ops?.close();
      };
      try {
        ops = where.port === 0 ? null : await serve(where, bot.state);
        await bot.start();
      } catch (error) {
        await stop().catch(() => undefined);
        throw error;
      }
      return { ...bot, stop };
    },
  };
}

async function outboxFlows({ outbox }: Pick<Store, 'outbox'>, now: () => number): Promise<boolean> {
  const { oldestDueAt } = await outbox.depth();
  return oldestDueAt === null || now() - oldestDueAt < OUTBOX_AGE_LIMIT_MS;
}
