import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeEvent } from '../../../src/store/codec/decode.ts';
import { encodeEvent } from '../../../src/store/codec/encode.ts';
import { eventSchemas } from '../../../src/store/codec/event-schemas.ts';

const storedRow = z.strictObject({ type: z.string(), version: z.int(), body: z.string() });
const place = { conversation: 'c1', seq: 1 };

const versionOne = readFileSync(new URL('../../fixtures/events/version-1.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => storedRow.parse(JSON.parse(line)));

describe('events stored as version 1', () => {
  it('are kept for every event type', () => {
    expect(new Set(versionOne.map(({ type }) => type))).toEqual(new Set(Object.keys(eventSchemas)));
  });

  it.each(versionOne.map((row, i) => [row.type, i, row] as const))('can still be read: %s (row %i)', (_, __, row) => {
    expect(decodeEvent(row, place)).toEqual(JSON.parse(row.body));
  });

  it.each(versionOne.map((row, i) => [row.type, i, row] as const))(
    'are written the same way today: %s (row %i)',
    (_, __, row) => {
      expect(encodeEvent(decodeEvent(row, place))).toEqual(row);
    },
  );
});
