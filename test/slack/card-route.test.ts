import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApproverRule, requesterOnly } from '../../src/domain/approver-rule.ts';
import type { Policy } from '../../src/domain/policy.ts';
import { policy, treatment } from '../support/conversation.ts';
import { type BotInSlack, withButton } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack, type SeenMessage } from '../support/slack/people.ts';
import { unnotedCopies } from '../support/slack/unnoted-copies.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const BOT = 'U0COUNTER';
const ASK = '<@U0COUNTER> !call shop.refund {"order_id":"1042"}\n!step\n!say done';
const refund = () => aTool('shop.refund', { gated: true });

const decidedBy = (rule: Partial<ApproverRule>): Policy => ({
  ...policy,
  otherwise: { ...treatment, approvers: { ...requesterOnly, requester: false, ...rule } },
});

async function choose(person: PersonInSlack, route: 'thread' | 'direct'): Promise<void> {
  await person.openHome();
  const home = await eventually('an App Home', async () => {
    const view = JSON.stringify(await person.home());
    return view.includes('card_route') ? view : null;
  });
  await person.choose(/"(V[A-Z0-9]+)"/.exec(home)?.[1] ?? '', 'card_route', route);
  await eventually('the choice', async () => JSON.stringify(await person.home()).includes('From now on'));
}

const direct = (person: PersonInSlack) => person.messages(BOT);
const directCard = async (person: PersonInSlack) => {
  const message = await eventually('a card by direct message', async () => withButton(await direct(person), 'approve'));
  return { channel: BOT, ts: message.ts, message };
};
const valueIn = (message: SeenMessage): string => /"value":"([^"]+)"/.exec(JSON.stringify(message))?.[1] ?? '';
const withoutIds = ({ blocks }: SeenMessage) => blocks.map((block) => ({ ...block, block_id: '' }));

const channels = z.object({ channels: z.array(z.object({ id: z.string(), is_im: z.boolean() })) });
/** The channel of a person's direct messages with the bot. */
async function directChannelOf(slack: BotInSlack, person: PersonInSlack): Promise<string> {
  await direct(person);
  const listed = await fetch(`${slack.url}/channels?user=${person.user}`);
  return channels.parse(await listed.json()).channels.find((channel) => channel.is_im)?.id ?? '';
}

const settledIn = (what: string, look: () => Promise<unknown>) =>
  eventually(what, async () => JSON.stringify(await look()).includes('Approved by'));
/** Everything that was owed has been delivered: what has not come by now does not come. */
const nothingOwed = (slack: BotInSlack) =>
  eventually('nothing owed', async () => (await slack.store.outbox.depth()).items === 0);

describe('somebody who wants cards by direct message', () => {
  it('gets them there as well, approves there, and both copies are settled', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    const root = await alice.say(C, ASK);
    const card = await directCard(alice);
    const inThread = await cardIn(alice, root, 'approve');
    expect(withoutIds(card.message)).toEqual(withoutIds(inThread.message));
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
    await settledIn('the copy settled', () => direct(alice));
    await settledIn('the thread’s card settled', () => alice.messages(C, root.ts));
    expect([withButton(await direct(alice), 'approve'), (await direct(alice)).length]).toEqual([undefined, 1]);
  });

  it('may decide in the thread all the same, and the copy is settled', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    const root = await alice.say(C, ASK);
    await directCard(alice);
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await settledIn('the copy settled', () => direct(alice));
    expect(withButton(await direct(alice), 'approve')).toBeUndefined();
  });

  it.each(['deny', 'edit', 'view_all'])('opens the form of “%s” there', async (action) => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    await alice.say(C, ASK);
    await alice.click(await directCard(alice), action);
    expect((await alice.view()).view.blocks.length).toBeGreaterThan(0);
  });

  it('denies there, and the thread says why', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    const root = await alice.say(C, ASK);
    await alice.click(await directCard(alice), 'deny');
    await alice.submit((await alice.view()).id, { reason: 'not this one' });
    await saysIn(alice, root, 'not this one');
    await eventually('the copy settled', async () => JSON.stringify(await direct(alice)).includes('Denied by'));
    expect(tool.runs).toHaveLength(0);
  });

  it('hears there who was faster', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    await choose(alice, 'direct');
    const root = await alice.say(C, ASK);
    const copy = await directCard(alice);
    await bob.click(await cardIn(alice, root, 'approve'), 'approve');
    await settledIn('the copy settled', () => direct(alice));
    await slack.store.inbox.store({
      key: 'a press of an old client',
      kind: 'action',
      receivedAt: Date.now(),
      body: JSON.stringify({
        type: 'block_actions',
        user: { id: 'U0ALICE', team_id: 'T0LOCAL' },
        team: { id: 'T0LOCAL' },
        channel: { id: await directChannelOf(slack, alice) },
        message: { ts: copy.ts },
        actions: [{ action_id: 'approve', value: valueIn(copy.message), action_ts: '1.0' }],
      }),
    });
    const isWord = (message: SeenMessage): boolean =>
      message.ephemeral === true && JSON.stringify(message).includes('Already approved by');
    const told = await eventually('a private word', async () => (await direct(alice)).find(isWord));
    expect(JSON.stringify(told)).toContain('U0BOB');
  });

  it('gets them in the thread only once they have gone back to it', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    await choose(alice, 'thread');
    const root = await alice.say(C, ASK);
    await cardIn(alice, root, 'approve');
    await nothingOwed(slack);
    expect(await direct(alice)).toEqual([]);
  });

  it('gets no second copy in a conversation that is in direct messages anyway', async () => {
    const slack = await bot({ tools: [refund()], policy: decidedBy({ requester: true }) });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    const root = await alice.say(BOT, '!call shop.refund {}\n!step\n!say done');
    await cardIn(alice, root, 'approve');
    await nothingOwed(slack);
    expect((await direct(alice)).filter((message) => message.user === BOT)).toEqual([]);
  });

  it.each(['drop-after-accept', 'drop-before', 'http:500'])(
    'gets a copy once, though nobody knows whether it was posted (%s)',
    async (kind) => {
      const slack = await bot({ tools: [refund()] });
      const alice = slack.person('U0ALICE');
      await choose(alice, 'direct');
      const channel = await directChannelOf(slack, alice);
      await slack.control.fault({ method: 'chat.postMessage', match: { channel }, times: 1, kind });
      const root = await alice.say(C, ASK);
      await alice.click(await directCard(alice), 'approve');
      await saysIn(alice, root, 'done');
      await nothingOwed(slack);
      expect(await direct(alice)).toHaveLength(1);
    },
  );

  it('has the thread where Slack refuses direct messages', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    await slack.control.fault({ method: 'conversations.open', times: 9, kind: 'error:cannot_dm_bot' });
    const root = await alice.say(C, ASK);
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'done');
    await nothingOwed(slack);
    expect(await direct(alice)).toEqual([]);
  });

  it('is only told of calls that share their cards', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    const calls = Array.from({ length: 7 }, (_, n) => `!call shop.refund {"n":${n}}`).join('\n');
    await alice.say(C, `<@U0COUNTER> ${calls}`);
    await eventually('a word about them', async () => (await direct(alice)).length > 0);
    await nothingOwed(slack);
    expect((await direct(alice)).map(({ text }) => text)).toEqual([expect.stringContaining('7 calls at once')]);
  });
});

describe('an approver who wants cards by direct message', () => {
  it.each([
    ['by name', { users: ['U0BOB'] }],
    ['by a group of theirs', { groups: ['S0ONCALL'] }],
  ])('gets those of the rules that name them: %s', async (_, rule) => {
    const tool = refund();
    const slack = await bot({ tools: [tool], policy: decidedBy(rule) });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    for (const person of [alice, bob]) await choose(person, 'direct');
    const root = await alice.say(C, ASK);
    await bob.click(await directCard(bob), 'approve');
    await saysIn(alice, root, 'done');
    await nothingOwed(slack);
    expect([tool.runs.length, await direct(alice)]).toEqual([1, []]);
  });

  it('gets them whatever became of a group that the rule names as well', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool], policy: decidedBy({ users: ['U0BOB'], groups: ['S0NONE'] }) });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    await choose(bob, 'direct');
    const root = await alice.say(C, ASK);
    await bob.click(await directCard(bob), 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it('gets none of those that are for anybody in the channel', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    await choose(bob, 'direct');
    await cardIn(alice, await alice.say(C, ASK), 'approve');
    await nothingOwed(slack);
    expect(await direct(bob)).toEqual([]);
  });
});

describe('a choice of somebody who may not decide', () => {
  it('brings no card to a guest who asked', async () => {
    const slack = await bot({ tools: [refund()] });
    const [alice, guest] = [slack.person('U0ALICE'), slack.person('U0GUEST')];
    await choose(guest, 'direct');
    await cardIn(alice, await guest.say(C, ASK), 'approve');
    await nothingOwed(slack);
    expect(await direct(guest)).toEqual([]);
  });

  it('is not taken for that of somebody here who has the same id', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await slack.store.preferences.chooseCardRoute({ team: 'T0OTHER', user: 'U0ALICE' }, 'direct');
    await cardIn(alice, await alice.say(C, ASK), 'approve');
    await nothingOwed(slack);
    expect(await direct(alice)).toEqual([]);
  });
});

describe('two people’s choices', () => {
  it('are their own', async () => {
    const slack = await bot();
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    await choose(alice, 'direct');
    await bob.openHome();
    const home = await eventually('Bob’s App Home', async () => {
      const view = JSON.stringify(await bob.home());
      return view.includes('card_route') ? view : null;
    });
    expect(/"initial_option":.*?"value":"(\w+)"/.exec(home)?.[1]).toBe('thread');
  });
});

describe('a copy that was posted and could not be noted', () => {
  /** Alice's copy cannot be noted so often, or until somebody has decided. */
  async function unnoted(tries: number) {
    const { store, refused } = await unnotedCopies((channel) => channel.startsWith('D'), tries);
    const tool = refund();
    const slack = await bot({ tools: [tool], store });
    const alice = slack.person('U0ALICE');
    await choose(alice, 'direct');
    const failed = () => eventually('a note that failed', async () => refused() > 0);
    return { slack, alice, tool, failed, refused };
  }

  it('is noted in the end, and can be decided', async () => {
    const { slack, alice, tool, refused } = await unnoted(1);
    const root = await alice.say(C, ASK);
    await alice.click(await directCard(alice), 'approve');
    await saysIn(alice, root, 'done');
    await nothingOwed(slack);
    expect([refused(), tool.runs.length, (await direct(alice)).length]).toEqual([1, 1, 1]);
  });

  it('is settled with the others, though the decision was made before it could be noted', async () => {
    const { slack, alice, failed } = await unnoted(Infinity);
    const root = await alice.say(C, ASK);
    await directCard(alice);
    await failed();
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await settledIn('the copy settled', () => direct(alice));
    await nothingOwed(slack);
    expect([withButton(await direct(alice), 'approve'), (await direct(alice)).length]).toEqual([undefined, 1]);
  });

  it('is settled by a press on it, where Slack does not let us look for it', async () => {
    const { slack, alice, tool, failed } = await unnoted(Infinity);
    await slack.control.fault({ method: 'conversations.history', times: 99, kind: 'error:not_in_channel' });
    const root = await alice.say(C, ASK);
    const copy = await directCard(alice);
    await failed();
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'done');
    await nothingOwed(slack);
    await alice.click(copy, 'approve');
    await settledIn('the copy settled', () => direct(alice));
    expect(tool.runs).toHaveLength(1);
  });
});
