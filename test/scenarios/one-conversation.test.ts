import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import { inputLabelled } from '../support/scenario/form.ts';
import { seeHome } from '../support/scenario/home.ts';
import { ask } from '../support/scenario/thread.ts';

/** Each of the story's dozen steps may take a while on a busy machine. */
const STORY_MS = 60_000;

describe.each(['socket', 'http'] as const)('one conversation, received by %s', (receive) => {
  let world: DemoWorld;
  beforeAll(async () => {
    world = await startDemoWorld({ receive });
  });
  afterAll(() => world?.close());

  it('streams, asks, takes an edit, remembers, forgets when told to, and passes a denial on', {
    timeout: STORY_MS,
  }, async () => {
    const alice = world.person('U0ALICE');
    const notes = (...texts: readonly string[]) => texts.map((text) => ({ order_id: '1042', text }));
    const ran = () => world.effects().map(({ args }) => args);

    const thread = await ask(alice, 'C0SUPPORT', '@Countersign refund order 1042');
    const answer = await thread.sees('I would refund it in full.');
    expect(answer.streaming_state).toBe('completed');

    const refund = await thread.card('shop.issue_refund');
    expect(world.effects()).toEqual([]);
    const form = await refund.open(alice, 'edit');
    const amount = inputLabelled(form, 'amount_cents');
    const refused = await alice.submit(form.id, { [amount]: '0' });
    expect(refused).toMatchObject({ errors: { [amount]: expect.stringContaining('1') } });
    expect(await alice.submit(form.id, { [amount]: '2500' })).toMatchObject({ closed: true });

    await thread.sees('"refunded_cents":2500');
    expect(world.effects()).toMatchObject([
      { tool: 'shop.issue_refund', args: { order_id: '1042', amount_cents: 2500 } },
    ]);
    expect(await refund.settles(alice, 'It ran.')).toContain('4900 → 2500');

    await thread.say('!call shop.add_note {"order_id":"1042","text":"first"}\n!step\n!say first is noted');
    await (await thread.card('"first"')).press(alice, 'remember');
    await thread.sees('first is noted');
    await thread.say('!call shop.add_note {"order_id":"1042","text":"second"}\n!step\n!say second is noted');
    await thread.sees('second is noted');
    expect(ran().slice(1)).toEqual(notes('first', 'second'));

    await alice.openHome();
    await alice.clickView((await seeHome(alice, 'used once')).id, 'revoke');
    await seeHome(alice, 'Taken back.');
    await thread.say('!call shop.add_note {"order_id":"1042","text":"third"}\n!step\n!results');
    const denial = await (await thread.card('"third"')).open(alice, 'deny');
    await alice.submit(denial.id, { reason: 'two are enough' });
    await thread.sees('{"approved":false,"error":"denied by human approver","reason":"two are enough"}');
    expect(ran().slice(1)).toEqual(notes('first', 'second'));
  });
});
