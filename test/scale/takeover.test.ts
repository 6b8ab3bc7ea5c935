import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../src/conversation/worker.ts';
import { violationsIn } from '../support/crash/check-history.ts';
import type { History } from '../support/crash/history.ts';
import { EFFECT_KINDS } from '../support/crash/tools.ts';
import { type PostgresServer, startServer, withPostgres } from '../support/postgres.ts';
import { goOnUntilDone } from '../support/scale/go-on.ts';
import { makeOwnDatabase, type OwnDatabase } from '../support/scale/own-database.ts';
import { takeovers } from '../support/scale/takeovers.ts';
import { makeScaleWorld, type ScaleWorld } from '../support/scale/world.ts';
import { eventually } from '../support/slack/people.ts';

const STORY_MS = 480_000;
/** Longer than a lease, and what follows it takes a while on a busy machine. */
const DONE_WITHIN_MS = 150_000;
/** A bound, not a measurement: with other tests beside it, looking and starting take their time too. */
const TAKEN_OVER_WITHIN_MS = LEASE_MS + 20_000;
const CUTS = 5;

describe('three processes on one PostgreSQL, of which one is killed and one stands still for longer than its lease', () => {
  withPostgres((here) => {
    let server: PostgresServer | undefined;
    let database: OwnDatabase | undefined;
    let world: ScaleWorld | undefined;
    let history: History;
    let disturbedAt = 0;

    beforeAll(async () => {
      server = await startServer(here);
      database = await makeOwnDatabase(server.url);
      world = await makeScaleWorld(database.url);
      const { people, start } = world;
      const [killed, stalled, lasting] = await Promise.all([start(), start(), start()]);

      for (const [i, effect] of [...EFFECT_KINDS, ...EFFECT_KINDS].entries())
        await people.ask(`m${i}`, slowly(`m${i}`, effect));
      await untilAllRun(world);
      disturbedAt = Date.now();
      stalled.stall();
      await killed.kill9();
      await goOnUntilDone(people, DONE_WITHIN_MS);

      stalled.resume();
      for (const [i, effect] of EFFECT_KINDS.entries()) await people.ask(`m1${i}`, slowly(`m1${i}`, effect));
      for (let i = 0; i < CUTS; i += 1) {
        await people.look();
        await database.cutConnections();
      }
      await goOnUntilDone(people, DONE_WITHIN_MS);
      await Promise.all([stalled.terminate(), lasting.terminate()]);
      history = await world.history();
    }, STORY_MS);
    afterAll(async () => {
      await world?.close();
      await database?.drop();
      await server?.stop();
    }, STORY_MS);

    it('end every turn, lose no acknowledged press and run nothing twice that must not', () => {
      expect(violationsIn(history)).toEqual([]);
    });

    it('go on with the others’ turns soon after the lease', () => {
      const after = takeovers(history, disturbedAt).map((at) => at - disturbedAt);
      expect(after.length).toBeGreaterThan(0);
      expect(Math.max(...after)).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    });

    it('show the end of every answer once', () => {
      const shown = history.conversations.map(({ thread, messages }) => {
        const texts = messages.map(({ text }) => text).join('\n');
        return [thread.mark, texts.split(`Done ${thread.mark}`).length - 1];
      });
      expect(shown).toEqual(history.conversations.map(({ thread }) => [thread.mark, 1]));
    });
  });
});

/** An answer long enough to die in, then one call. */
const slowly = (mark: string, effect: string): string =>
  `!say Looking into ${mark}\n!wait 4000\n!say and found it\n!call crash.${effect} {"mark":"${mark}","part":1}`;

const untilAllRun = ({ running }: ScaleWorld): Promise<boolean> =>
  eventually('every turn to run', async () => (await running()) === 2 * EFFECT_KINDS.length);
