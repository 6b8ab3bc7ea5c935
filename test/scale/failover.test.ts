import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsIn } from '../support/crash/check-history.ts';
import type { History } from '../support/crash/history.ts';
import { EFFECT_KINDS } from '../support/crash/tools.ts';
import { withPostgresCluster } from '../support/postgres.ts';
import { goOnUntil, goOnUntilDone } from '../support/scale/go-on.ts';
import { makeOwnDatabase } from '../support/scale/own-database.ts';
import { type PostgresPair, startPair } from '../support/scale/postgres-pair.ts';
import { makeScaleWorld, type ScaleWorld } from '../support/scale/world.ts';

const STORY_MS = 480_000;
/** A bound, not a measurement: what was under way waits for its lease, and what cannot connect backs off. */
const DONE_WITHIN_MS = 150_000;

describe('three processes on a PostgreSQL whose primary dies and whose synchronous standby is promoted', () => {
  withPostgresCluster((bin) => {
    let pair: PostgresPair | undefined;
    let world: ScaleWorld | undefined;
    let history: History;

    beforeAll(async () => {
      pair = await startPair(bin);
      const database = await makeOwnDatabase(pair.url);
      world = await makeScaleWorld(database.url);
      const { people, start } = world;
      const bots = await Promise.all([start(), start(), start()]);
      for (const [i, effect] of [...EFFECT_KINDS, ...EFFECT_KINDS].entries())
        await people.ask(
          `m${i}`,
          `!say Looking into m${i}\n!wait 1500\n!call crash.${effect} {"mark":"m${i}","part":1}`,
        );
      await goOnUntil(people, DONE_WITHIN_MS, () => people.acked.length >= 2);
      await pair.failOver();
      await goOnUntilDone(people, DONE_WITHIN_MS);
      for (const bot of bots) await bot.terminate();
      history = await world.history();
    }, STORY_MS);
    afterAll(async () => {
      await world?.close();
      await pair?.stop();
    }, STORY_MS);

    it('end every turn, lose no acknowledged press and run nothing twice that must not', () => {
      expect(violationsIn(history)).toEqual([]);
    });

    it('answered on both sides of it', () => {
      expect(history.acked.length).toBeGreaterThanOrEqual(2 * EFFECT_KINDS.length);
    });
  });
});
