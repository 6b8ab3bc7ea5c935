import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import { type BotInSlack, threadOnce, withButton } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();

type Root = { readonly channel: string; readonly ts: string };

const hears = (person: PersonInSlack, root: Root, text: string) =>
  eventually(`a private “${text}”`, async () =>
    [...(await person.messages(C)), ...(await person.messages(C, root.ts))].some(
      (message) => message.ephemeral === true && JSON.stringify(message).includes(text),
    ),
  );
const turnsStarted = async ({ store }: BotInSlack, { channel, ts }: Root): Promise<number> =>
  (await store.log.read(conversationOf({ team: 'T0LOCAL', channel, ts }))).filter(
    ({ event }) => event.type === 'turn.started',
  ).length;

describe('a turn', () => {
  it('ends when its person presses Stop, and nothing more of it is shown', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say before\n!wait 8000\n!say after');
    await threadOnce(alice, root, 'the beginning', (all) => all.some(({ text }) => text.includes('before')));
    await alice.stop(C, root.ts);
    await saysIn(alice, root, 'Stopped by');
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await eventually('the end in the log', async () =>
      (await slack.store.log.read(conversation)).some(({ event }) => event.type === 'turn.stopped'),
    );
    const seen = await alice.messages(C, root.ts);
    expect(seen.slice(1).some(({ text }) => text.includes('after'))).toBe(false);
  });

  it('that waits for a card is cancelled by Stop, and the card says so', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    await cardIn(alice, root, 'approve');
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await slack.commands.stop(conversation, { team: 'T0LOCAL', user: 'U0ALICE' });
    await saysIn(alice, root, 'Cancelled by');
    expect(withButton(await alice.messages(C, root.ts), 'approve')).toBeUndefined();
  });

  it('that failed says so in plain words and is tried again by a button', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !fail SECRET-DETAIL');
    const notice = await cardIn(alice, root, 'retry');
    const [, ...replies] = await alice.messages(C, root.ts);
    expect(JSON.stringify(replies)).not.toContain('SECRET-DETAIL');
    await alice.click(notice, 'retry');
    await saysIn(alice, root, 'Trying again');
  });

  it.each([
    ['a guest', 'U0GUEST', 'Guests cannot decide'],
    ['somebody from elsewhere', 'U0DAVE', 'People from another organisation'],
  ])('that failed is not taken up again by %s, who hears why', async (_, user, words) => {
    const slack = await bot();
    const [alice, other] = [slack.person('U0ALICE'), slack.person(user)];
    await slack.control.person(user, { join: C });
    const root = await alice.say(C, '<@U0COUNTER> !fail once');
    await other.click(await cardIn(alice, root, 'retry'), 'retry');
    await hears(other, root, words);
    expect(await turnsStarted(slack, root)).toBe(1);
  });

  it.each([
    ['that has moved on', (root: Root) => `T0LOCAL:${C}:${root.ts}`],
    ['of another channel', () => 'T0LOCAL:C0OPS:1.000001'],
    ['that is none', () => 'no conversation'],
  ])('is not taken up by a button of a conversation %s, and whoever pressed it hears so', async (_, value) => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say all is well');
    await saysIn(alice, root, 'all is well');
    await eventually('the turn to end', async () => (await slack.store.outbox.depth()).items === 0);
    await slack.store.inbox.store({
      key: 'an old button',
      kind: 'action',
      receivedAt: Date.now(),
      body: JSON.stringify({
        type: 'block_actions',
        user: { id: 'U0ALICE', team_id: 'T0LOCAL' },
        team: { id: 'T0LOCAL' },
        channel: { id: C },
        message: { ts: root.ts },
        actions: [{ action_id: 'retry', value: value(root), action_ts: '1.0' }],
      }),
    });
    await hears(alice, root, 'There is nothing to try again');
    expect(await turnsStarted(slack, root)).toBe(1);
  });

  it('closes its stream before it asks', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say I would like to\n!call shop.refund {}');
    await cardIn(alice, root, 'approve');
    const methods = (await slack.control.calls()).map(({ method }) => method);
    expect(methods.indexOf('chat.stopStream')).toBeLessThan(methods.indexOf('chat.postMessage'));
    expect(methods.indexOf('chat.stopStream')).toBeGreaterThan(0);
  });
});
