import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Card } from '../support/scenario/card.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import type { Person } from '../support/scenario/person.ts';
import { pressAs } from '../support/scenario/signed-press.ts';
import { ask, type Thread } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

const REFUND = '@Countersign !call shop.issue_refund {"order_id":"1044","amount_cents":10001}';
const note = (text: string): string => `@Countersign !call shop.add_note {"order_id":"1042","text":"${text}"}`;

let world: DemoWorld;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  world = await startDemoWorld({ receive: 'http' });
  alice = world.person('U0ALICE');
  bob = world.person('U0BOB');
});
afterAll(() => world?.close());

/** Waits until the log says who was refused what and why, and that nothing else was. */
async function expectRefusedOnly(
  thread: Thread,
  user: string,
  action: string,
  because: string,
  id?: string,
): Promise<void> {
  const refusals = await eventually('a refusal in the log', async () => {
    const all = (await world.events(thread)).filter((event) => event.type === 'click.refused');
    return all.length > 0 ? all : null;
  });
  const [asked] = (await world.events(thread)).filter((event) => event.type === 'approval.requested');
  const person = { team: 'T0LOCAL', user };
  const approvalId = id ?? asked?.request.approvalId;
  expect(refusals).toEqual([{ type: 'click.refused', approvalId, person, action, because }]);
}

describe('a refused press is in the log of its conversation', () => {
  it.each(['deny', 'edit'] as const)('when the form of “%s” opens for somebody who may not decide', async (action) => {
    const thread = await ask(alice, 'C0SUPPORT', REFUND);
    const form = await (await thread.card('shop.issue_refund')).open(alice, action);
    await expectRefusedOnly(thread, 'U0ALICE', action, 'requester-may-not-decide');
    await alice.closeForm(form.id);
  });

  it('when a card that does not show everything is approved', async () => {
    const thread = await ask(alice, 'C0SUPPORT', note('long '.repeat(900)));
    const card = await thread.card('shop.add_note');
    await pressAs(world, 'U0BOB', card, 'approve');
    await expectRefusedOnly(thread, 'U0BOB', 'approve', 'needs-full-view');
  });

  it('when a form is submitted after somebody else has decided', async () => {
    const thread = await ask(alice, 'C0SUPPORT', note('late form'));
    const card = await thread.card('late form');
    const form = await card.open(bob, 'deny');
    await card.press(alice, 'approve');
    await card.settles(alice, 'Approved by');
    await bob.submit(form.id, { reason: 'no' });
    await expectRefusedOnly(thread, 'U0BOB', 'deny', 'already-settled');
    await bob.closeForm(form.id);
  });

  it('when an old client still shows the buttons of a settled card', async () => {
    const thread = await ask(alice, 'C0SUPPORT', note('old client'));
    const card: Card = await thread.card('old client');
    await card.press(alice, 'approve');
    await card.settles(alice, 'Approved by');
    await pressAs(world, 'U0BOB', card, 'approve');
    await expectRefusedOnly(thread, 'U0BOB', 'approve', 'already-settled');
  });

  it('when a button names an approval that nobody asked for', async () => {
    const thread = await ask(alice, 'C0SUPPORT', note('made up'));
    const card = await thread.card('made up');
    await pressAs(world, 'U0BOB', card, 'approve', { value: 'an id of somebody’s own making' });
    await expectRefusedOnly(thread, 'U0BOB', 'approve', 'unknown-approval', 'an id of somebody’s own making');
  });
});
