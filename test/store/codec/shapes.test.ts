import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventSchemas } from '../../../src/store/codec/event-schemas.ts';
import { newestMigration as newestOfPostgres } from '../../../src/store/postgres/migrations.ts';
import { migrations as sqliteMigrations } from '../../../src/store/sqlite/migrations.ts';

/** What each released shape of the stored events came with; a new shape is a new line at the end. */
const history = z
  .array(z.strictObject({ sqlite: z.int(), postgres: z.int(), shapes: z.string() }))
  .nonempty()
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/events/shapes.json', import.meta.url), 'utf8')));

const shapesNow = createHash('sha256')
  .update(
    Object.entries(eventSchemas)
      .map(([type, schema]) => `${type} ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`)
      .toSorted()
      .join('\n'),
  )
  .digest('hex');

// Older processes stop claiming when the schema is newer than they know (a migration), not when an event is.
describe('the shape of the stored events', () => {
  it('is the newest in the history: a change of any event adds a line there, with the migrations it comes with', () => {
    expect(shapesNow).toBe(history.at(-1)?.shapes);
  });

  it('never changes without a migration in both stores, which keeps older processes away from what it writes', () => {
    const steps = history.slice(1).map((line, i) => [history[i], line] as const);
    const without = steps.filter(
      ([before, after]) => before === undefined || after.sqlite <= before.sqlite || after.postgres <= before.postgres,
    );
    expect(without).toEqual([]);
  });

  it('comes with migrations that are there', () => {
    const last = history.at(-1);
    expect(last?.sqlite).toBeLessThanOrEqual(sqliteMigrations.at(-1)?.number ?? 0);
    expect(last?.postgres).toBeLessThanOrEqual(newestOfPostgres);
  });
});
