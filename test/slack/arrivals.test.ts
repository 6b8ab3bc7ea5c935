import { describe, expect, it } from 'vitest';
import type { ConversationId } from '../../src/domain/ids.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { BotInSlack } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const refund = () => aTool('shop.refund', { gated: true });
const here = (root: { readonly channel: string; readonly ts: string }): ConversationId =>
  conversationOf({ team: 'T0LOCAL', channel: root.channel, ts: root.ts });

const turnsIn = async (slack: BotInSlack, root: { readonly channel: string; readonly ts: string }): Promise<number> =>
  (await slack.store.log.read(here(root))).filter(({ event }) => event.type === 'turn.started').length;

/** Waits until the bot has handled everything that came before this. */
async function settled(slack: BotInSlack): Promise<void> {
  const alice = slack.person('U0ALICE');
  const later = await alice.say(C, '<@U0COUNTER> !say later');
  await saysIn(alice, later, 'later');
}

/** An event as Slack delivers it. */
const delivery = (id: string, event: object) => ({
  key: `event:${id}`,
  kind: 'event' as const,
  receivedAt: Date.now(),
  body: JSON.stringify({ type: 'event_callback', team_id: 'T0LOCAL', event_id: id, event }),
});
const spoken = (type: 'message' | 'app_mention', ts: string, text: string) => ({
  type,
  channel: C,
  channel_type: 'channel',
  user: 'U0ALICE',
  team: 'T0LOCAL',
  ts,
  text: `<@U0COUNTER> ${text}`,
});

describe('a mention', () => {
  it.each([
    ['message', 'app_mention'],
    ['app_mention', 'message'],
  ] as const)('that comes as %s and then as %s starts one turn', async (first, second) => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, 'the thread');
    await slack.store.inbox.store(delivery('Ev1', spoken(first, root.ts, '!say once')));
    await saysIn(alice, root, 'once');
    await slack.store.inbox.store(delivery('Ev2', spoken(second, root.ts, '!say once')));
    await settled(slack);
    expect(await turnsIn(slack, root)).toBe(1);
  });

  it('delivered three times, the last time after a restart, starts one turn', async () => {
    const store = await openSqliteStore({ path: ':memory:', now: Date.now });
    const first = await bot({ store });
    const alice = first.person('U0ALICE');
    const root = await alice.say(C, 'the thread');
    const event = delivery('Ev1', spoken('app_mention', root.ts, '!say once'));
    expect(await store.inbox.store(event)).toBe('stored');
    expect(await store.inbox.store(event)).toBe('duplicate');
    await saysIn(alice, root, 'once');
    await first.stopBot();
    const second = await bot({ store, url: first.url });
    expect(await store.inbox.store(event)).toBe('duplicate');
    await settled(second);
    expect(await turnsIn(second, root)).toBe(1);
  });

  it('quoted in a code block is not answered', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, 'write `<@U0COUNTER> !say hello` to me');
    await settled(slack);
    expect((await alice.messages(C, root.ts)).length).toBe(1);
  });
});

describe('messages of one thread', () => {
  it('that arrive in the wrong order are each answered, one turn after the other', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say begin\n!wait 700');
    await saysIn(alice, root, 'begin');
    await slack.control.sockets('reorder');
    await alice.say(C, 'the earlier one', root.ts);
    await alice.say(C, '!say heard both', root.ts);
    await eventually('both to be answered', async () => (await turnsIn(slack, root)) === 3);
    const types = (await slack.store.log.read(here(root))).map(({ event }) => event.type);
    const turns = types.filter((type) => type === 'turn.started' || type === 'turn.finished');
    expect(turns.slice(0, 4)).toEqual(['turn.started', 'turn.finished', 'turn.started', 'turn.finished']);
    expect(types.filter((type) => type === 'message.received')).toHaveLength(3);
  });
});

describe('two hundred messages at once', () => {
  it('are all heard, each once, in the order in which they were said in their thread', async () => {
    const slack = await bot();
    const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !say begin');
    await saysIn(alice, root, 'begin');
    for (let n = 0; n < 200; n += 1) await bob.say(C, `word ${n}`, root.ts);
    const heard = await eventually('all of them', async () => {
      const log = await slack.store.log.read(here(root));
      const said = log.flatMap(({ event }) =>
        event.type === 'message.received' && event.author.user === 'U0BOB' ? [Number(event.text.split(' ')[1])] : [],
      );
      return said.length >= 200 ? said : null;
    });
    expect(heard).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });
});

describe('what nobody said to the bot', () => {
  it('its own messages being changed start nothing', async () => {
    const slack = await bot({ tools: [refund()] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'It ran.');
    await settled(slack);
    const heard = (await slack.store.log.read(here(root))).filter(({ event }) => event.type === 'message.received');
    expect(heard).toHaveLength(1);
  });

  it('another bot’s mention starts nothing', async () => {
    const slack = await bot();
    const other = slack.person('U0BOTX');
    const root = await other.say(C, '<@U0COUNTER> !say loop');
    await settled(slack);
    expect(await slack.store.log.read(here(root))).toEqual([]);
  });

  it('a prompt that is edited while its card waits changes nothing of what runs', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {"n":1}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await alice.edit(root.ts, '<@U0COUNTER> !call shop.refund {"n":1000}');
    await settled(slack);
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs.map(({ args }) => args)).toEqual([{ n: 1 }]);
  });
});

describe('a prompt that is deleted', () => {
  it('while its card waits takes nothing back and starts nothing: the card says what runs', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const thread = await alice.say(C, 'a thread');
    const prompt = await alice.say(C, '<@U0COUNTER> !call shop.refund {"n":1}\n!step\n!say done', thread.ts);
    const card = await cardIn(alice, thread, 'approve');
    await alice.unsay(prompt.ts);
    await settled(slack);
    await alice.click(card, 'approve');
    await saysIn(alice, thread, 'done');
    expect([tool.runs.map(({ args }) => args), await turnsIn(slack, thread)]).toEqual([[{ n: 1 }], 2]);
  });
});

describe('a press', () => {
  it('whose socket is closed before it could be acknowledged is handled once', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await Promise.all([alice.click(card, 'approve'), slack.control.sockets('close')]);
    // Slack does not deliver a press again; a person whom it shows a warning presses again.
    await eventually('two sockets', async () => slack.slack.connections().sockets === 2);
    await alice.click(card, 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it('while Slack refreshes one of the two sockets is acknowledged and handled', async () => {
    const tool = refund();
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await slack.control.sockets('refresh-one');
    expect(await alice.click(card, 'approve')).toMatchObject({ ok: true });
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });

  it('by two people on two processes of one store is one decision', async () => {
    const tool = refund();
    const store = await openSqliteStore({ path: ':memory:', now: Date.now });
    const first = await bot({ tools: [tool], store });
    await bot({ tools: [tool], store, url: first.url });
    const [alice, bob] = [first.person('U0ALICE'), first.person('U0BOB')];
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(alice, root, 'approve');
    await Promise.all([alice.click(card, 'approve'), bob.click(card, 'approve')]);
    await saysIn(alice, root, 'done');
    const decided = (await store.log.read(here(root))).filter(({ event }) => event.type === 'approval.decided');
    expect(decided).toHaveLength(1);
    expect(tool.runs).toHaveLength(1);
  });
});
