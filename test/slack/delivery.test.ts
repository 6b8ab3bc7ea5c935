import { describe, expect, it } from 'vitest';
import { approvalId } from '../../src/domain/ids.ts';
import { owedCard } from '../../src/domain/owed.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { policy, treatment } from '../support/conversation.ts';
import { withButton } from '../support/slack/bot-in-slack.ts';
import { anyoneHere, botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const refund = () => aTool('shop.refund', { gated: true });
const ask = '<@U0COUNTER> !call shop.refund {}\n!step\n!say done';

describe('a card', () => {
  it('whose posting was answered into the void is there once', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    await slack.control.fault({ method: 'chat.postMessage', times: 1, kind: 'drop-after-accept' });
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'approve');
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'It ran.');
    const replies = (await alice.messages(C, root.ts)).filter(({ text }) => text.includes('Title of shop.refund'));
    expect(replies).toHaveLength(1);
  });

  it.each(['drop-before', 'http:503', 'html', 'garbage', 'error:internal_error', 'ratelimit:1'])(
    'is posted in the end when Slack first answers with %s',
    async (kind) => {
      const slack = await bot({ tools: [refund()] });
      const alice = slack.person('U0ALICE');
      await slack.control.fault({ method: 'chat.postMessage', times: 1, kind });
      const root = await alice.say(C, ask);
      await cardIn(alice, root, 'approve');
      expect((await alice.messages(C, root.ts)).filter(({ text }) => text.includes('Approval needed'))).toHaveLength(1);
    },
  );

  it('that Slack refuses is posted bare, and approved in the full view', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    await slack.control.fault({ method: 'chat.postMessage', times: 1, kind: 'error:invalid_blocks' });
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'view_all');
    expect(withButton([card.message], 'approve')).toBeUndefined();
    await alice.click(card, 'view_all');
    await alice.submit((await alice.view()).id);
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it.each(['error:message_not_found', 'error:cant_update_message', 'error:edit_window_closed'])(
    'that cannot be changed (%s) is summed up in a new message, and the decision stands',
    async (kind) => {
      const tool = refund();
      const slack = await bot({ tools: [tool] });
      const alice = slack.person('U0ALICE');
      const root = await alice.say(C, ask);
      const card = await cardIn(alice, root, 'approve');
      await slack.control.fault({ method: 'chat.update', match: card.ts, times: 9, kind });
      await alice.click(card, 'approve');
      const seen = await saysIn(alice, root, 'Approved by');
      expect(seen.find((message) => JSON.stringify(message).includes('Approved by'))?.ts).not.toBe(card.ts);
      await saysIn(alice, root, 'done');
      expect(tool.runs).toHaveLength(1);
    },
  );

  it.each(['error:msg_too_long', 'error:invalid_blocks', 'error:msg_blocks_too_long'])(
    'whose settled form Slack refuses (%s) is settled in the barest one, without a button',
    async (kind) => {
      const tool = refund();
      const slack = await bot({ tools: [tool] });
      const alice = slack.person('U0ALICE');
      const root = await alice.say(C, ask);
      const card = await cardIn(alice, root, 'approve');
      for (const match of ['Approved: ', 'Approved by']) {
        await slack.control.fault({ method: 'chat.update', match, times: 9, kind });
      }
      await alice.click(card, 'approve');
      await saysIn(alice, root, 'Settled: ');
      expect(withButton(await alice.messages(C, root.ts), 'approve')).toBeUndefined();
      await saysIn(alice, root, 'done');
      expect(tool.runs).toHaveLength(1);
    },
  );

  it('whose update fails is updated later, and the decision stands meanwhile', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'approve');
    await slack.control.fault({ method: 'chat.update', times: 2, kind: 'http:500' });
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'It ran.');
    expect(withButton(await alice.messages(C, root.ts), 'approve')).toBeUndefined();
  });

  it('owed again while it is there is not posted again', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, ask);
    const card = await cardIn(alice, root, 'approve');
    const value = /"value":"([^"]+)"/.exec(JSON.stringify(card.message))?.[1] ?? '';
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await slack.store.outbox.owe(conversation, owedCard(approvalId(value)));
    await eventually('the outbox to be empty', async () => (await slack.store.outbox.depth()).items === 0);
    const posts = (await slack.control.calls()).filter(({ method }) => method === 'chat.postMessage');
    expect(posts).toHaveLength(1);
  });

  it('nobody answers is brought up again, where policy says, and can be answered there', async () => {
    const tool = refund();
    const reminding = {
      ...policy,
      otherwise: {
        ...treatment,
        approvers: anyoneHere.otherwise.approvers,
        remindAfterMs: 300,
        escalateTo: 'C0SUPPORT',
      },
    };
    const slack = await bot({ tools: [tool], policy: reminding });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, ask);
    await saysIn(alice, root, 'Still waiting');
    const copy = await eventually('a copy elsewhere', async () =>
      withButton(await alice.messages('C0SUPPORT'), 'approve'),
    );
    await alice.click({ channel: 'C0SUPPORT', ts: copy.ts }, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
    await eventually(
      'the copy to be settled',
      async () => withButton(await alice.messages('C0SUPPORT'), 'approve') === undefined,
    );
  });
});

describe('the log of the bot', () => {
  it('holds no token, text, arguments or addresses', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say CANARY-TEXT\n!call shop.refund {"secret":"CANARY-ARGS"}');
    const card = await cardIn(alice, root, 'deny');
    await alice.click(card, 'deny');
    await alice.submit((await alice.view()).id, { reason: 'CANARY-REASON' });
    await saysIn(alice, root, 'Denied by');
    const text = JSON.stringify(slack.logged.filter(({ level }) => level !== 'debug'));
    expect(text).not.toMatch(/CANARY|xoxb|xapp|hooks/);
  });
});
