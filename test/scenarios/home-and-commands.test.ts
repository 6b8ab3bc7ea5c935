import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buttonValues } from '../support/scenario/buttons.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import { seeHome } from '../support/scenario/home.ts';
import type { Person } from '../support/scenario/person.ts';
import { textOfBlocks, textOfMessage } from '../support/scenario/shown-text.ts';
import { ask } from '../support/scenario/thread.ts';
import { eventually } from '../support/slack/people.ts';

const CHANNEL = 'C0SUPPORT';
const note = (text: string): string =>
  `@Countersign !call shop.add_note {"order_id":"1042","text":"${text}"}\n!step\n!say ${text} is done`;

let world: DemoWorld;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  world = await startDemoWorld();
  alice = world.person('U0ALICE');
  bob = world.person('U0BOB');
  const remembered = await ask(alice, CHANNEL, note('remembered'));
  await (await remembered.card('"remembered"')).press(alice, 'remember');
  await remembered.sees('remembered is done');
  await (await ask(alice, CHANNEL, note('waiting'))).card('"waiting"');
});
afterAll(() => world?.close());

describe('/countersign', () => {
  it.each([
    ['help', 'How to use Countersign'],
    ['grants', 'Add a note to an order · shop.add_note'],
    ['pending', 'Your requests that wait'],
    ['nonsense', 'How to use Countersign'],
  ])('%s is answered to the person who typed it, and to nobody else', async (text, expected) => {
    await alice.command(CHANNEL, text);
    const answer = await eventually(`the answer to ${text}`, async () =>
      (await alice.messages(CHANNEL)).find(
        (message) => message.ephemeral === true && textOfMessage(message).includes(expected),
      ),
    );
    expect((await bob.messages(CHANNEL)).map(({ ts }) => ts)).not.toContain(answer.ts);
  });
});

describe('App Home', () => {
  it('shows what waits for somebody’s decision, whoever asked for it', async () => {
    await bob.openHome();
    const { text } = await seeHome(bob, 'asked for by <@U0ALICE>');
    expect(text).toContain('Waiting for your decision');
  });

  it('shows a person their own requests, what they allowed and what was decided lately', async () => {
    await alice.openHome();
    const { text } = await seeHome(alice, 'Decided lately');
    expect(text).toContain('allowed by <@U0ALICE>');
    expect(text).toContain('Approved: Add a note to an order · shop.add_note\nasked for and decided by <@U0ALICE>');
  });

  it('lets somebody approve there after they have seen all of it', async () => {
    const thread = await ask(alice, CHANNEL, note('from home'));
    const approval = buttonValues((await thread.card('"from home"')).message.blocks).get('approve');
    await bob.openHome();
    const home = await seeHome(bob, 'View and approve');
    // What was asked before has such a button as well: the press is good once this question is shown.
    await eventually('the question in App Home', async () => (await bob.clickView(home.id, 'view_all', approval)).ok);
    const form = await bob.view();
    expect(textOfBlocks(form.view.blocks)).toContain('"from home"');
    await bob.submit(form.id);
    await thread.sees('from home is done');
  });

  it('takes everything back at once', async () => {
    await alice.openHome();
    await alice.clickView((await seeHome(alice, 'Take all back')).id, 'revoke_all');
    await seeHome(alice, 'One permission was taken back.');
    await seeHome(alice, 'You are asked about everything.');
  });
});
