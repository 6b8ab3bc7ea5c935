import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { measuredStore, measureOutbox } from '../../src/platform/measured-store.ts';
import { type Meters, makeMeters } from '../../src/platform/meters.ts';
import { type Store, StoreError } from '../../src/ports/store.ts';
import { asked, decided, message, turnStarted } from '../support/store-events.ts';
import { openMemoryStore } from '../support/store-sqlite.ts';

const c1 = conversationId('c1');
const turn = turnId('turn-1');
const call = { requestId: requestId('r'), toolName: 'shop.refund', argsJson: '{}' };

const dispatched: DomainEvent = {
  type: 'tool.dispatched',
  turnId: turn,
  call,
  effectiveArgsJson: '{}',
  toolDefHash: 'd1',
  effect: 'once',
  idempotencyKey: 'k',
  epoch: 1,
  ground: { kind: 'granted', grant: approvalId('g') },
};
const completed: DomainEvent = {
  type: 'tool.completed',
  turnId: turn,
  result: { ...call, outcome: 'succeeded', text: '', quarantined: false },
};
const refused = (user: string): DomainEvent => ({
  type: 'click.refused',
  approvalId: approvalId('a'),
  person: { team: 'T1', user },
  action: 'approve',
  because: 'not-an-approver',
});

async function open(change: (store: Store) => Partial<Store> = () => ({})) {
  const meters = makeMeters();
  const { store: real, advance, now } = await openMemoryStore();
  let time = await now();
  const store = measuredStore({ ...real, ...change(real) }, meters, () => time);
  return {
    meters,
    store,
    async later(ms: number) {
      time += ms;
      await advance(ms);
    },
  };
}

/** The value of one series, such as `turns_total{end="paused"}`; undefined when there is none. */
async function value(meters: Meters, series: string): Promise<number | undefined> {
  const line = (await meters.text()).split('\n').find((text) => text.startsWith(`countersign_${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('a measured store', () => {
  it.each<[string, DomainEvent]>([
    ['decisions_total{decision="approve"}', decided('a1')],
    ['decisions_total{decision="deny"}', decided('a1', 'deny')],
    ['clicks_refused_total{because="not-an-approver"}', refused('U1')],
    [
      'decisions_rejected_total{because="bad-signature"}',
      { type: 'decision.rejected', approvalId: approvalId('a'), because: 'bad-signature' },
    ],
    ['grant_uses_total', dispatched],
    ['tool_calls_total{outcome="succeeded"}', completed],
    [
      'outcomes_unknown_total',
      { type: 'outcome.questioned', approvalId: approvalId('a'), requestId: requestId('r'), toolName: 't' },
    ],
    ['turns_total{end="paused"}', { type: 'turn.paused', turnId: turn, approvals: [] }],
    ['turns_total{end="parked"}', { type: 'turn.parked', turnId: turn, attempts: 5 }],
  ])('counts %s', async (series, event) => {
    const { store, meters } = await open();
    await store.log.append(c1, [turnStarted(), event], { after: 0 });
    expect(await value(meters, series)).toBe(1);
  });

  it('counts nothing of what was not appended', async () => {
    const { store, meters } = await open();
    await store.log.append(c1, [decided('a1')], { after: 7 });
    expect(await value(meters, 'decisions_total{decision="approve"}')).toBeUndefined();
    expect(await value(meters, 'appends_refused_total{because="conflict"}')).toBe(1);
  });

  it('measures from asking to the decision', async () => {
    const { store, meters, later } = await open();
    await store.log.append(c1, [turnStarted(), asked('a1')], { after: 0 });
    await later(20_000);
    await store.log.append(c1, [decided('a1')], { after: 2 });
    expect(await value(meters, 'decision_wait_seconds_sum')).toBe(20);
  });

  it('counts what the store could not do, by its code', async () => {
    const { store, meters } = await open(({ log }) => ({
      log: { ...log, append: () => Promise.reject(new StoreError('store-full', 'no space')) },
    }));
    await expect(store.log.append(c1, [message('a')], { after: 0 })).rejects.toThrow('no space');
    expect(await value(meters, 'store_errors_total{operation="append",code="store-full"}')).toBe(1);
  });

  it('says how old the oldest thing is that Slack told us and nobody handled', async () => {
    const { store, meters, later } = await open();
    const receivedAt = 1_700_000_000_000;
    await store.inbox.store({ key: 'e1', kind: 'event', body: '{}', receivedAt });
    await later(3_000);
    await store.inbox.pending(10);
    expect(await value(meters, 'inbox_lag_seconds')).toBe(3);
    await store.inbox.done('e1');
    await store.inbox.pending(10);
    expect(await value(meters, 'inbox_lag_seconds')).toBe(0);
  });

  it('says how much is owed to Slack and for how long', async () => {
    const { store, meters, later } = await open();
    await store.outbox.owe(c1, 'card:a1');
    await store.outbox.owe(c1, 'card:a2');
    await later(60_000);
    const now = (await store.outbox.depth()).oldestDueAt ?? 0;
    await measureOutbox(store, meters, () => now + 60_000);
    expect(await value(meters, 'outbox_items')).toBe(2);
    expect(await value(meters, 'outbox_age_seconds')).toBe(60);
  });

  it('has as many series for ten thousand people and rejections as for a few, and names none of them', async () => {
    const { store, meters } = await open();
    const people = Array.from({ length: 10_000 }, (_, i) => `U${i}SOMEBODY`);
    const events = people.flatMap((user, i): DomainEvent[] => [
      refused(user),
      { type: 'decision.rejected', approvalId: approvalId(user), because: `because ${i}` },
    ]);
    await store.log.append(c1, events, { after: 0 });
    const text = await meters.text();
    const series = text.split('\n').filter((line) => line.startsWith('countersign_') && line.includes('{because='));
    expect(series.length).toBeLessThan(100);
    expect(text).not.toContain('SOMEBODY');
  });
});
