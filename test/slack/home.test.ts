import { describe, expect, it } from 'vitest';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const note = () => aTool('shop.add_note', { gated: true, cacheable: true, effect: 'idempotent' });

/** The Home tab once it says this. */
const homeSaying = async (person: { home(): Promise<Record<string, unknown>> }, text: string) =>
  await eventually(`a Home with “${text}”`, async () => {
    const home = await person.home();
    return JSON.stringify(home).includes(text) ? home : null;
  });

const viewIdIn = (home: Record<string, unknown>): string => /"(V[A-Z0-9]+)"/.exec(JSON.stringify(home))?.[1] ?? '';

describe('App Home', () => {
  it('lists what was allowed without being asked, and takes it back', async () => {
    const tool = note();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(
      C,
      '<@U0COUNTER> !call shop.add_note {"n":1}\n!step\n!call shop.add_note {"n":2}\n!step\n!say both',
    );
    await alice.click(await cardIn(alice, root, 'remember'), 'remember');
    await saysIn(alice, root, 'both');
    expect(tool.runs).toHaveLength(2);
    await alice.openHome();
    const home = await homeSaying(alice, 'used once');
    await alice.clickView(viewIdIn(home), 'revoke');
    await homeSaying(alice, 'You will be asked again');
    await alice.say(C, '!call shop.add_note {"n":3}', root.ts);
    await cardIn(alice, root, 'approve');
    expect(tool.runs).toHaveLength(2);
  });

  it('takes everything back with one button', async () => {
    const tool = note();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.add_note {"n":1}\n!step\n!say done');
    await alice.click(await cardIn(alice, root, 'remember'), 'remember');
    await saysIn(alice, root, 'done');
    await alice.openHome();
    await alice.clickView(viewIdIn(await homeSaying(alice, 'Take all back')), 'revoke_all');
    const home = await homeSaying(alice, 'One permission was taken back');
    expect(JSON.stringify(home)).toContain('You are asked about everything');
  });

  it('lists what waits for a decision, and lets it be approved there', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    await cardIn(alice, root, 'approve');
    await bob.openHome();
    await bob.clickView(viewIdIn(await homeSaying(bob, 'View and approve')), 'view_all');
    const modal = await bob.view();
    expect(await bob.submit(modal.id)).toMatchObject({ ok: true });
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });
});

describe('/countersign', () => {
  it.each([
    ['help', 'How to use Countersign'],
    ['', 'How to use Countersign'],
    ['grants', 'You are asked about everything'],
    ['pending', 'Nothing waits for you'],
  ])('answers “%s” privately', async (text, expected) => {
    const slack = await bot();
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    await alice.command(C, text);
    await eventually('the answer', async () =>
      (await alice.messages(C)).some((message) => JSON.stringify(message).includes(expected)),
    );
    expect(JSON.stringify(await bob.messages(C))).not.toContain(expected);
  });
});
