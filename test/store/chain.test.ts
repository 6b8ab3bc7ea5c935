import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationId } from '../../src/domain/ids.ts';
import { signedBytes } from '../../src/domain/signed.ts';
import { chainHash, chainStart } from '../../src/store/chain.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const smallText = fc.string({ unit: fc.constantFrom('a', 'ß', '\u{1f600}', '\u0000', '1'), maxLength: 4 });
const place = fc.record({
  seq: fc.integer({ min: 1, max: 3 }),
  at: fc.integer({ min: 0, max: 2 }),
  type: smallText,
  version: fc.integer({ min: 1, max: 2 }),
  body: smallText,
});

describe('the chain of a conversation', () => {
  it('hashes the layout of signed bytes', () => {
    fc.assert(
      fc.property(smallText, place, (previous, event) => {
        const { seq, at, type, version, body } = event;
        const fields = [previous, String(seq), String(at), type, String(version), body];
        expect(chainHash(previous, event)).toBe(sha256(signedBytes('countersign.event.v1', fields)));
      }),
    );
  });

  it('is the same hash only for the same event after the same one', () => {
    fc.assert(
      fc.property(smallText, smallText, place, place, (before, otherBefore, event, other) => {
        const same = before === otherBefore && JSON.stringify(event) === JSON.stringify(other);
        expect(chainHash(before, event) === chainHash(otherBefore, other)).toBe(same);
      }),
      { numRuns: 1_000 },
    );
  });

  it('starts differently in every conversation', () => {
    expect(chainStart(conversationId('c1'))).toBe(sha256(signedBytes('countersign.chain.v1', ['c1'])));
    expect(chainStart(conversationId('c2'))).not.toBe(chainStart(conversationId('c1')));
  });

  it('stays as it is: the first event ever is found again by its hash', () => {
    const event = { seq: 1, at: 1_700_000_000_000, type: 'taint.cleared', version: 1, body: '{}' };
    expect(chainHash(chainStart(conversationId('c1')), event)).toBe(
      '55a2b8a6665acc0bcec5970bfe6fbc6b40d440b6d8f206107be95e78426e878b',
    );
  });

  it('hashes an event larger than any buffer and the small one after it', () => {
    for (const body of ['ä'.repeat(2_000_000), 'a', 'ä'.repeat(100_000), 'b']) {
      const fields = ['p', '1', '2', 't', '1', body];
      expect(chainHash('p', { seq: 1, at: 2, type: 't', version: 1, body })).toBe(
        sha256(signedBytes('countersign.event.v1', fields)),
      );
    }
  });
});
