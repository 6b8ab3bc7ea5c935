import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import type { BotInSlack } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
type Root = { readonly channel: string; readonly ts: string };

const stopped = (id: string, threadTs: string, streams: readonly string[] = []) => ({
  key: `event:${id}`,
  kind: 'event' as const,
  receivedAt: Date.now(),
  body: JSON.stringify({
    type: 'event_callback',
    team_id: 'T0LOCAL',
    event_id: id,
    event: {
      type: 'agent_session_stopped',
      channel: C,
      user: 'U0ALICE',
      thread_ts: threadTs,
      streaming_message_ts: streams,
      event_ts: '1.000001',
    },
  }),
});

const eventsOf = async (slack: BotInSlack, { channel, ts }: Root, type: string): Promise<number> =>
  (await slack.store.log.read(conversationOf({ team: 'T0LOCAL', channel, ts }))).filter(
    ({ event }) => event.type === type,
  ).length;

const running = async () => {
  const slack = await bot();
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> !say working\n!wait 60000\n!say never');
  await saysIn(alice, root, 'working');
  return { slack, alice, root };
};

describe('a press of Stop', () => {
  it('while only a tool works, and nothing streams, stops the turn', async () => {
    const { slack, alice, root } = await running();
    await slack.store.inbox.store(stopped('Ev1', root.ts));
    await saysIn(alice, root, 'Stopped by');
    expect(await eventsOf(slack, root, 'turn.stopped')).toBe(1);
  });

  it('that Slack tells of twice stops the turn once', async () => {
    const { slack, alice, root } = await running();
    await slack.store.inbox.store(stopped('Ev1', root.ts));
    await slack.store.inbox.store(stopped('Ev2', root.ts));
    const seen = await saysIn(alice, root, 'Stopped by');
    await eventually(
      'both to be handled',
      async () => slack.logged.filter(({ message }) => message === 'stop was pressed').length === 2,
    );
    expect(await eventsOf(slack, root, 'turn.stopped')).toBe(1);
    expect(JSON.stringify(seen).split('Stopped by').length).toBe(
      JSON.stringify((await alice.messages(C, root.ts)).slice(1)).split('Stopped by').length,
    );
  });

  it.each(['after the answer has ended', 'in a thread nobody knows'])('%s changes nothing', async (where) => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say the end');
    await saysIn(alice, root, 'the end');
    await eventually('the turn to end', async () => (await eventsOf(slack, root, 'turn.finished')) === 1);
    await slack.store.inbox.store(stopped('Ev1', where.startsWith('after') ? root.ts : '1.000009'));
    await eventually('it to be handled', async () =>
      slack.logged.some(({ message, fields }) => message === 'stop was pressed' && fields['stopping'] !== 'stopping'),
    );
    expect(await eventsOf(slack, root, 'turn.stopped')).toBe(0);
    expect((await alice.messages(C, root.ts)).length).toBe(2);
  });

  it('leaves the session active', async () => {
    const { slack, alice, root } = await running();
    await alice.stop(C, root.ts);
    await saysIn(alice, root, 'Stopped by');
    await eventually(
      'the status',
      async () =>
        (await slack.control.calls()).findLast(
          ({ method, args }) => method === 'agents.sessions.setStatus' && args['thread_ts'] === root.ts,
        )?.args['status'] === 'active',
    );
  });

  it('cancels the card that waits, and the card says so', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
    const card = await cardIn(alice, root, 'approve');
    await slack.store.inbox.store(stopped('Ev1', root.ts));
    await saysIn(alice, root, 'Cancelled by');
    expect(await alice.click(card, 'approve')).toMatchObject({ ok: false });
    expect(tool.runs).toHaveLength(0);
  });
});
