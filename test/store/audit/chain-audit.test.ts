import { describe, expect, it } from 'vitest';
import { conversationId } from '../../../src/domain/ids.ts';
import type { ChainedEvent, ChainHead } from '../../../src/ports/chain-source.ts';
import { makeChainAudit } from '../../../src/store/audit/chain-audit.ts';
import { makeFindings } from '../../../src/store/audit/finding.ts';
import { chainHash, chainStart } from '../../../src/store/chain.ts';

const c1 = conversationId('c1');

/** Events at these places, each properly chained to the one before, as a forger would do it. */
function forged(...places: readonly number[]): readonly ChainedEvent[] {
  let previous = chainStart(c1);
  return places.map((seq) => {
    const event = { seq, at: 1, type: 'taint.cleared', version: 1, body: '{}' };
    previous = chainHash(previous, event);
    return { ...event, conversation: c1, hash: previous };
  });
}

function findingsIn(events: readonly ChainedEvent[], expected: readonly ChainHead[] = []) {
  const findings = makeFindings();
  const audit = makeChainAudit(expected, findings);
  for (const event of events) audit.take(event);
  audit.finish();
  return findings.list;
}

describe('walking a chain', () => {
  it('takes places that follow each other', () => {
    expect(findingsIn(forged(1, 2, 3))).toEqual([]);
  });

  it.each([
    ['skips a place', [1, 3], 2],
    ['starts late', [2, 3], 1],
    ['starts before the first place', [0, 1], 1],
    ['repeats a place', [1, 1], 2],
    ['goes back', [1, 2, 1], 3],
  ])('names where a chain %s, however well it is hashed', (_, places, seq) => {
    expect(findingsIn(forged(...places))).toEqual([{ kind: 'broken-chain', conversation: c1, seq }]);
  });

  it('agrees with neither of two records that differ about one place', () => {
    const events = forged(1);
    const [end] = events.map(({ hash }) => ({ conversation: c1, seq: 1, hash }));
    if (end === undefined) throw new Error('there is no event');
    expect(findingsIn(events, [end, { ...end, hash: 'other' }])).toEqual([
      { kind: 'rewritten', conversation: c1, seq: 1 },
    ]);
  });
});
