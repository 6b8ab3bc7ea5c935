import { afterEach, describe, expect, it } from 'vitest';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import { policy, treatment } from '../support/conversation.ts';
import { type BotInSlack, type BotOptions, botInSlack, threadOnce, withButton } from '../support/slack/bot-in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bots: BotInSlack[] = [];
afterEach(async () => {
  for (const bot of bots.splice(0)) await bot.close();
});

async function bot(options: BotOptions = {}): Promise<BotInSlack> {
  const made = await botInSlack(options);
  bots.push(made);
  return made;
}

const anyoneHere = {
  ...policy,
  otherwise: { ...treatment, approvers: { ...requesterOnly, channels: ['here'] } },
};
const C = 'C0GENERAL';

describe('a conversation in Slack', () => {
  it('answers a mention in its thread, as a finished stream', async () => {
    const it = await bot();
    const alice = it.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say Hello Alice');
    const [answer] = await threadOnce(alice, root, 'an answer', (messages) =>
      messages.some((message) => message.streaming_state === 'completed'),
    );
    expect(answer?.text.trim()).toBe('Hello Alice');
  });

  it('runs what was approved on the card, once', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const it = await bot({ tools: [tool], policy: anyoneHere });
    const alice = it.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {"order":1}\n!step\n!say Done');
    const messages = await threadOnce(alice, root, 'a card', (seen) => withButton(seen, 'approve') !== undefined);
    const card = withButton(messages, 'approve');
    await alice.click({ channel: C, ts: card?.ts ?? '' }, 'approve');
    await threadOnce(alice, root, 'the end', (seen) => seen.some(({ text }) => text.includes('Done')));
    expect(tool.runs).toHaveLength(1);
    await threadOnce(alice, root, 'the outcome on the card', (seen) => {
      const settled = seen.find(({ ts }) => ts === card?.ts);
      return JSON.stringify(settled).includes('It ran.') && withButton(seen, 'approve') === undefined;
    });
  });

  it('tells the agent the reason of a denial', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const it = await bot({ tools: [tool], policy: anyoneHere });
    const alice = it.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {"order":1}\n!step\n!results');
    const seen = await threadOnce(alice, root, 'a card', (messages) => withButton(messages, 'deny') !== undefined);
    await alice.click({ channel: C, ts: withButton(seen, 'deny')?.ts ?? '' }, 'deny');
    const modal = await alice.view();
    expect(await alice.submit(modal.id, { reason: 'too much' })).toMatchObject({ ok: true });
    await threadOnce(alice, root, 'the results', (messages) => messages.some(({ text }) => text.includes('too much')));
    expect(tool.runs).toHaveLength(0);
  });

  it('opens the form for changed arguments and runs exactly those', async () => {
    const schema = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] };
    const tool = aTool('shop.refund', { gated: true });
    const typed = { ...tool, spec: { ...tool.spec, inputSchema: schema } };
    const it = await bot({ tools: [typed], policy: anyoneHere });
    const alice = it.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {"order":1}\n!step\n!say Done');
    const seen = await threadOnce(alice, root, 'a card', (messages) => withButton(messages, 'edit') !== undefined);
    await alice.click({ channel: C, ts: withButton(seen, 'edit')?.ts ?? '' }, 'edit');
    const modal = await alice.view();
    expect(await alice.submit(modal.id, { f0: 'many' })).toMatchObject({ errors: { f0: expect.any(String) } });
    expect(await alice.submit(modal.id, { f0: '2' })).toMatchObject({ ok: true });
    await threadOnce(alice, root, 'the end', (messages) => messages.some(({ text }) => text.includes('Done')));
    expect(tool.runs.map(({ args }) => args)).toEqual([{ order: 2 }]);
  });

  it('tells somebody who may not decide, privately', async () => {
    const it = await bot({ tools: [aTool('shop.refund', { gated: true })] });
    const [alice, bob] = [it.person('U0ALICE'), it.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {"order":1}');
    const seen = await threadOnce(alice, root, 'a card', (messages) => withButton(messages, 'approve') !== undefined);
    await bob.click({ channel: C, ts: withButton(seen, 'approve')?.ts ?? '' }, 'approve');
    const notice = await eventually('a private notice', async () =>
      (await bob.messages(C, root.ts)).find((message) => message.ephemeral === true),
    );
    expect(JSON.stringify(notice)).toContain('not among the people');
  });
});
