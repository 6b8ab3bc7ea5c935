import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConversationId, conversationId } from '../../src/domain/ids.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { chainHash } from '../../src/store/chain.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { withPostgres } from '../support/postgres.ts';
import { goOnUntilDone } from '../support/scale/go-on.ts';
import { askOnce, makeOwnDatabase, type OwnDatabase } from '../support/scale/own-database.ts';
import type { BotProcess } from '../support/scale/process.ts';
import { makeScaleWorld, type ScaleWorld } from '../support/scale/world.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { eventually } from '../support/slack/people.ts';

const STORY_MS = 240_000;
const DONE_WITHIN_MS = 60_000;
const TRIED_WITHIN_MS = 90_000;

/** People approve what is asked; nothing of it is done twice. */
const calling = (mark: string): string => `!call crash.once {"mark":"${mark}","part":1}`;

describe('two processes of older code on one PostgreSQL, beside newer code', () => {
  withPostgres((here) => {
    let database: OwnDatabase | undefined;
    let world: ScaleWorld | undefined;
    let bots: readonly BotProcess[] = [];
    beforeAll(async () => {
      database = await makeOwnDatabase(await sharedPostgres(here));
      world = await makeScaleWorld(database.url);
      bots = await Promise.all([world.start(), world.start()]);
    }, STORY_MS);
    afterAll(async () => {
      await world?.close();
      await database?.drop();
    });

    const one = async (sql: string, values: readonly unknown[] = []) =>
      (await askOnce(database?.url ?? '', sql, values))[0] ?? {};

    /** Appends an event in a form that only later code can read, as that code would, and wakes the conversation. */
    async function writtenByNewerCode(conversation: ConversationId): Promise<number> {
      const { key, seq, hash } = await one('SELECT key, seq, hash FROM conversations WHERE id = $1', [conversation]);
      const event = { seq: Number(seq) + 1, at: Date.now(), type: 'message.received', version: 2, body: '{"v":2}' };
      const next = chainHash(String(hash), event);
      const { seq: place, at, type, version, body } = event;
      await one('INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6, $7)', [key, place, at, type, version, body, next]);
      await one('UPDATE conversations SET seq = $2, hash = $3, due_at = now_ms() WHERE key = $1', [key, place, next]);
      return place;
    }

    const conversationIn = ({ people }: ScaleWorld, mark: string): ConversationId => {
      const thread = people.threads.find((each) => each.mark === mark);
      return thread === undefined ? conversationId('') : conversationOf({ team: 'T0LOCAL', ...thread });
    };

    it('leave alone what it has written, go on with everything else, and lose nothing', {
      timeout: STORY_MS,
    }, async () => {
      if (world === undefined) throw new Error('there is no world');
      const { people } = world;
      await people.ask('m1', calling('m1'));
      await goOnUntilDone(people, DONE_WITHIN_MS);
      const newer = conversationIn(world, 'm1');
      const last = await writtenByNewerCode(newer);

      await people.ask('m2', calling('m2'));
      await goOnUntilDone(people, DONE_WITHIN_MS);
      const hasTried = ({ output }: BotProcess): boolean =>
        output()
          .split('\n')
          .some((line) => line.includes(newer) && line.includes('conversation failed'));
      await eventually('somebody to have tried', async () => bots.some(hasTried), TRIED_WITHIN_MS);
      const now = await one('SELECT seq, ready_at IS NOT NULL AS wanted FROM conversations WHERE id = $1', [newer]);
      expect(now).toEqual({ seq: String(last), wanted: true });
    });

    it('begin no turn once it has changed the schema, and keep what they are told', { timeout: STORY_MS }, async () => {
      if (world === undefined) throw new Error('there is no world');
      const { people } = world;
      await one('INSERT INTO schema_migrations VALUES (999, now())');
      await people.ask('m3', calling('m3'));
      const conversation = conversationIn(world, 'm3');
      const heard = `SELECT count(*) AS heard FROM events e JOIN conversations c ON c.key = e.conversation WHERE c.id = $1`;
      await eventually('the message to be kept', async () => Number((await one(heard, [conversation]))['heard']) === 1);
      const { now: upgradedUntil } = await one('SELECT now_ms() AS now');
      await one('DELETE FROM schema_migrations WHERE number = 999');
      await goOnUntilDone(people, DONE_WITHIN_MS);
      const { at } = await one(
        `SELECT min(at) AS at FROM events e JOIN conversations c ON c.key = e.conversation
         WHERE c.id = $1 AND type = 'turn.started'`,
        [conversation],
      );
      expect(Number(at)).toBeGreaterThanOrEqual(Number(upgradedUntil));
    });

    it('leave a log that verifies', { timeout: STORY_MS }, async () => {
      const store = await openPostgresStore({ url: database?.url ?? '' });
      try {
        expect((await verifyAll(store.chain)).findings).toEqual([]);
      } finally {
        await store.close();
      }
    });
  });
});
