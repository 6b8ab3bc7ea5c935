import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import type { BotInSlack } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
/** A bot that does not know when to stop makes hundreds. */
const FEW_CALLS = 30;
const WRITES = ['chat.startStream', 'chat.appendStream', 'chat.stopStream', 'chat.postMessage', 'chat.update'];

/** From now on Slack refuses everything that is written in this thread. */
async function close(slack: BotInSlack, threadTs: string, code: string): Promise<void> {
  for (const method of WRITES)
    await slack.control.fault({ method, match: threadTs, times: 1_000, kind: `error:${code}` });
}

const writesIn = async (slack: BotInSlack, threadTs: string): Promise<number> =>
  (await slack.control.calls()).filter(
    ({ method, args }) => WRITES.includes(method) && Object.values(args).includes(threadTs),
  ).length;

describe('a thread that closes while a turn works in it', () => {
  it.each([
    'is_archived',
    'not_in_channel',
    'channel_not_found',
    'thread_not_found',
    'restricted_action_thread_locked',
    'account_inactive',
    'token_revoked',
    'missing_scope',
  ])('with %s ends its turn, is not asked again and again, and holds up no other', async (code) => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, 'a thread');
    await close(slack, root.ts, code);
    await alice.say(C, '<@U0COUNTER> !say unseen', root.ts);
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    await eventually('the turn to end', async () =>
      (await slack.store.log.read(conversation)).some(({ event }) => event.type === 'turn.finished'),
    );
    const elsewhere = await alice.say(C, '<@U0COUNTER> !say seen');
    await saysIn(alice, elsewhere, 'seen');
    expect(await writesIn(slack, root.ts)).toBeLessThan(FEW_CALLS);
  });

  it.each(['is_archived', 'thread_not_found'])(
    'with %s before its card is posted runs nothing: a card nobody saw is no denial and no approval',
    async (code) => {
      const tool = aTool('shop.refund', { gated: true });
      const slack = await bot({ tools: [tool] });
      const alice = slack.person('U0ALICE');
      const root = await alice.say(C, 'a thread');
      await close(slack, root.ts, code);
      await alice.say(C, '<@U0COUNTER> !call shop.refund {}', root.ts);
      const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
      await eventually('the question', async () =>
        (await slack.store.log.read(conversation)).some(({ event }) => event.type === 'turn.paused'),
      );
      const elsewhere = await alice.say(C, '<@U0COUNTER> !say seen');
      await saysIn(alice, elsewhere, 'seen');
      const types = (await slack.store.log.read(conversation)).map(({ event }) => event.type);
      expect(types).not.toContain('approval.decided');
      expect(tool.runs).toHaveLength(0);
      expect(await writesIn(slack, root.ts)).toBeLessThan(FEW_CALLS);
    },
  );
});

/** Longer than anything here takes. */
const HANGS_MS = 30_000;

describe('a Slack that is slow', () => {
  it('holds up no press: it is acknowledged and handled while calls hang', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await slack.control.fault({ method: 'chat.update', times: 1, kind: `slow:${HANGS_MS}` });
    expect(await alice.click(card, 'approve')).toMatchObject({ ok: true });
    await eventually('the run', async () => tool.runs.length === 1, HANGS_MS / 2);
  });
});
