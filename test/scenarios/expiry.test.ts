import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Card } from '../support/scenario/card.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import type { Person } from '../support/scenario/person.ts';
import { ask, type Thread } from '../support/scenario/thread.ts';

/** Long enough for a card to be posted on a busy machine, short enough to wait for. */
const EXPIRES_AFTER_MS = 2_500;

describe('a card that nobody answers', () => {
  let world: DemoWorld;
  let alice: Person;
  let thread: Thread;
  let card: Card;
  beforeAll(async () => {
    world = await startDemoWorld({
      config: (demo) => ({ ...demo, policy: { ...demo.policy, expiresAfter: EXPIRES_AFTER_MS } }),
    });
    alice = world.person('U0ALICE');
    thread = await ask(
      alice,
      'C0SUPPORT',
      '@Countersign !call shop.add_note {"order_id":"1042","text":"late"}\n!step\n!results',
    );
    card = await thread.card('"late"');
  });
  afterAll(() => world?.close());

  it('expires, and the agent hears that nobody answered rather than that somebody denied', async () => {
    await card.settles(alice, 'Nobody answered in time. Nothing was run.');
    await thread.sees('{"approved":false,"error":"nobody answered the approval request before it expired"}');
    expect(world.effects()).toEqual([]);
  });
});
