import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areRepeatable } from '../../src/domain/repeatable.ts';
import { decodeEvent } from '../../src/store/codec/decode.ts';

const storedRow = z.strictObject({ type: z.string(), version: z.int(), body: z.string() });

/** One of every type there is. */
const events = readFileSync(new URL('../fixtures/events/version-1.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => decodeEvent(storedRow.parse(JSON.parse(line)), { conversation: 'c1', seq: 1 }));

describe('what a power cut may take back', () => {
  it('is only what comes before anything that has an effect', () => {
    const repeatable = events.filter((event) => areRepeatable([event])).map(({ type }) => type);
    expect([...new Set(repeatable)].sort()).toEqual([
      'card.posted',
      'content.quarantined',
      'message.received',
      'step.accepted',
      'turn.started',
    ]);
  });

  it('is nothing that is written together with what must stay', () => {
    expect(areRepeatable(events)).toBe(false);
  });
});
