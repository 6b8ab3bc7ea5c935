import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import { inputLabelled } from '../support/scenario/form.ts';
import type { Person } from '../support/scenario/person.ts';
import { textOfBlocks } from '../support/scenario/shown-text.ts';
import { pressAs } from '../support/scenario/signed-press.ts';
import { ask, type Thread } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

const refund = (cents: number): string =>
  `@Countersign !call shop.issue_refund {"order_id":"1044","amount_cents":${cents}}\n!step\n!results`;
const note = (text: string): string => `@Countersign !call shop.add_note {"order_id":"1042","text":"${text}"}`;

const twoInTheChannel = {
  users: [],
  groups: [],
  channels: ['here'],
  requester: true,
  quorum: 2,
  notRequester: false,
};

let world: DemoWorld;
let alice: Person;
beforeAll(async () => {
  // Over HTTP, so that a press of somebody whom Slack would not let press can be sent as Slack would sign it.
  world = await startDemoWorld({ receive: 'http' });
  alice = world.person('U0ALICE');
});
afterAll(() => world?.close());

/** Who was refused here and why, as the log has it for the audit. */
async function refusals(thread: Thread) {
  const events = await world.events(thread);
  return events.flatMap((event) =>
    event.type === 'click.refused' ? [{ user: event.person.user, action: event.action, because: event.because }] : [],
  );
}

describe('a refund above 10,000 cents', () => {
  it('is refused to the person who asked for it, privately, and runs for somebody on call', async () => {
    const thread = await ask(alice, 'C0SUPPORT', refund(10_001));
    const card = await thread.card('shop.issue_refund');
    expect(card.text).toContain('May decide: <!subteam^S0ONCALL>, other than the requester');
    await card.press(alice, 'approve');
    await thread.isToldPrivately(alice, 'somebody other than the person who asked');
    expect(world.effects()).toEqual([]);
    await card.press(world.person('U0BOB'), 'approve');
    await thread.sees('"refunded_cents":10001');
    expect(await refusals(thread)).toEqual([
      { user: 'U0ALICE', action: 'approve', because: 'requester-may-not-decide' },
    ]);
  });

  it('opens no form for the person who asked for it', async () => {
    const thread = await ask(alice, 'C0SUPPORT', refund(10_002));
    const card = await thread.card('shop.issue_refund');
    const form = await card.open(alice, 'edit');
    await eventually('the refusal in the form', async () =>
      (await alice.views()).some(
        ({ id, view }) => id === form.id && textOfBlocks(view.blocks).includes('somebody other than the person'),
      ),
    );
    await alice.closeForm(form.id);
  });

  it('cannot be made out of a smaller one by the person who asked for it, only by somebody on call', async () => {
    const thread = await ask(alice, 'C0SUPPORT', refund(500));
    const card = await thread.card('shop.issue_refund');
    const form = await card.open(alice, 'edit');
    await alice.submit(form.id, { [inputLabelled(form, 'amount_cents')]: '20000' });
    expect(textOfBlocks((await alice.views()).at(-1)?.view.blocks)).toContain(
      'somebody other than the person who asked',
    );
    await alice.closeForm(form.id);
    expect(JSON.stringify(world.effects())).not.toContain('20000');

    const bob = world.person('U0BOB');
    const theirs = await card.open(bob, 'edit');
    await bob.submit(theirs.id, { [inputLabelled(theirs, 'amount_cents')]: '20000' });
    await thread.sees('"refunded_cents":20000');
    expect(await refusals(thread)).toEqual([
      { user: 'U0ALICE', action: 'approve-edited', because: 'requester-may-not-decide' },
    ]);
  });
});

describe('a press on a card', () => {
  it('of a guest is refused, privately and on the record', async () => {
    const thread = await ask(alice, 'C0GENERAL', note('for the guest'));
    const guest = world.person('U0GUEST');
    await (await thread.card('for the guest')).press(guest, 'approve');
    await thread.isToldPrivately(guest, 'Guests cannot decide this.');
    expect(await refusals(thread)).toEqual([{ user: 'U0GUEST', action: 'approve', because: 'guest' }]);
  });

  it('of somebody from another organisation is refused, privately and on the record', async () => {
    const thread = await ask(alice, 'C0SHARED', note('for the stranger'));
    const dave = world.person('U0DAVE');
    await (await thread.card('for the stranger')).press(dave, 'approve');
    await thread.isToldPrivately(dave, 'People from another organisation cannot decide this.');
    expect(await refusals(thread)).toEqual([{ user: 'U0DAVE', action: 'approve', because: 'stranger' }]);
  });

  it.each([
    ['a bot', 'U0BOTX', 'bot'],
    ['somebody whose account is deactivated', 'U0GONE', 'deactivated'],
  ])('of %s is refused and on the record', async (_, user, because) => {
    const thread = await ask(alice, 'C0GENERAL', note(`for ${user}`));
    const card = await thread.card(`for ${user}`);
    expect(await pressAs(world, user, card, 'approve')).toBe(200);
    await eventually('the refusal in the log', async () => (await refusals(thread)).length > 0);
    expect(await refusals(thread)).toEqual([{ user, action: 'approve', because }]);
    expect(JSON.stringify(world.effects())).not.toContain(user);
  });

  it('is not one because somebody wrote “approve”', async () => {
    const thread = await ask(alice, 'C0GENERAL', note('not by words'));
    const card = await thread.card('not by words');
    await thread.say('approve', world.person('U0BOB'));
    await thread.say('@Countersign !say what Bob wrote is a message', world.person('U0BOB'));
    expect(await world.events(thread)).not.toContainEqual(expect.objectContaining({ type: 'approval.decided' }));
    await card.press(alice, 'approve');
    await card.settles(alice, 'Approved by <@U0ALICE>');
  });
});

describe('a card that two people have to agree on', () => {
  it('counts the first, and runs at the second', async () => {
    const pair = await startDemoWorld({
      config: (demo) => ({ ...demo, policy: { ...demo.policy, approvers: twoInTheChannel } }),
    });
    try {
      const asker = pair.person('U0ALICE');
      const thread = await ask(asker, 'C0SUPPORT', note('by two'));
      const card = await thread.card('by two');
      expect(card.text).toContain('2 people have to agree');
      await card.press(asker, 'approve');
      await thread.isToldPrivately(asker, 'Your approval is counted: 1 of 2.');
      await card.press(asker, 'approve');
      await thread.isToldPrivately(asker, 'Your approval is already counted.');
      expect(pair.effects()).toEqual([]);
      await card.press(pair.person('U0CAROL'), 'approve');
      await card.settles(asker, 'It ran.');
      expect(pair.effects()).toHaveLength(1);
    } finally {
      await pair.close();
    }
  });
});
