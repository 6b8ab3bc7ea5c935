import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { turnId } from '../../src/domain/ids.ts';
import { remember } from '../../src/slack/answer/remembered.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { threadOnce } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const alice = { team: 'T0LOCAL', user: 'U0ALICE' };
const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
const turn = turnId('the-turn');

/** What the log has when a process died after its turn had said this. */
const said = (text: string, ended: boolean): DomainEvent[] => [
  { type: 'message.received', messageId: 'm1', author: alice, text: 'hi', addressed: true, persona: null },
  { type: 'turn.started', turnId: turn, principal: alice, takes: ['m1'], epoch: 1, persona: null },
  {
    type: 'step.accepted',
    turnId: turn,
    text,
    calls: [],
    usage,
    stop: 'end',
    grounded: false,
    providerState: null,
  },
  ...(ended ? [{ type: 'turn.finished' as const, turnId: turn, end: 'end' as const }] : []),
];

/** A thread in which a dead process has begun to show an answer, and a bot that starts after it. */
async function afterCrash(options: {
  readonly shown: string;
  readonly log: readonly DomainEvent[];
  readonly knowsTs: boolean;
  readonly streaming: boolean;
}) {
  const first = await bot();
  const person = first.person('U0ALICE');
  const root = await person.say(C, 'a thread of its own');
  await first.stopBot();
  const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
  const store = await openSqliteStore({ path: ':memory:', now: Date.now });
  const api = async (method: string, args: Record<string, string>): Promise<string> => {
    const response = await fetch(`${first.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-local' },
      body: new URLSearchParams(args),
    });
    return /"ts":"([\d.]+)"/.exec(await response.text())?.[1] ?? '';
  };
  const startedAt = Date.now();
  const ts = options.streaming
    ? await api('chat.startStream', {
        channel: C,
        thread_ts: root.ts,
        recipient_user_id: 'U0ALICE',
        recipient_team_id: 'T0LOCAL',
        chunks: JSON.stringify([{ type: 'markdown_text', text: options.shown }]),
      })
    : '';
  await store.log.append(conversation, options.log, { after: 0 });
  const open = options.streaming ? { ts: options.knowsTs ? ts : null, mode: 'stream' as const, startedAt } : null;
  await store.openStreams.remember(remember(conversation, { turn, since: startedAt, shown: 0, open }));
  const second = await bot({ url: first.url, store });
  return { person, root, second, store, ts };
}

describe('after a crash', () => {
  it.each([true, false])('a half-shown answer says what the log says, once (ts known: %s)', async (knowsTs) => {
    const log = said('The whole answer.', true);
    const { person, root, store, ts } = await afterCrash({ shown: 'The wh', log, knowsTs, streaming: true });
    const seen = await threadOnce(person, root, 'the whole answer', (all) =>
      all.some(({ text }) => text === 'The whole answer.'),
    );
    expect(seen.map((message) => message.ts)).toEqual([ts]);
    await eventually('nothing to be remembered', async () => (await store.openStreams.list()).length === 0);
  });

  it('an answer nobody saw any of is posted, once', async () => {
    const log = said('Unseen until now.', true);
    const { person, root, store } = await afterCrash({ shown: '', log, knowsTs: false, streaming: false });
    await threadOnce(person, root, 'the answer', (all) => all.some(({ text }) => text === 'Unseen until now.'));
    await eventually('nothing to be owed', async () => (await store.outbox.depth()).items === 0);
    expect((await person.messages(C, root.ts)).filter(({ text }) => text.includes('Unseen'))).toHaveLength(1);
  });

  it('an answer that was cut off says so', async () => {
    const log = said('unused', false).slice(0, 2);
    const { person, root } = await afterCrash({ shown: 'The wh', log, knowsTs: true, streaming: true });
    const seen = await threadOnce(person, root, 'the note', (all) =>
      all.some(({ text }) => text.includes('was interrupted')),
    );
    expect(JSON.stringify(seen)).not.toContain('The wh');
  });

  it('a card posted before is answered after', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const store = await openSqliteStore({ path: ':memory:', now: Date.now });
    const first = await bot({ tools: [tool], store });
    const person = first.person('U0ALICE');
    const root = await person.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    const card = await cardIn(person, root, 'approve');
    await first.stopBot();
    await bot({ tools: [tool], store, url: first.url });
    await person.click(card, 'approve');
    await saysIn(person, root, 'done');
    expect(tool.runs).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('in the middle of an answer is quick, and says that it was interrupted', async () => {
    const slack = await bot();
    const person = slack.person('U0ALICE');
    const root = await person.say(C, '<@U0COUNTER> !say first words\n!wait 60000\n!say never');
    await threadOnce(person, root, 'the first words', (all) => all.some(({ text }) => text.includes('first words')));
    const before = Date.now();
    await slack.stopBot();
    expect(Date.now() - before).toBeLessThan(10_000);
    const [answer] = (await person.messages(C, root.ts)).slice(1);
    expect(answer?.streaming_state ?? 'completed').toBe('completed');
    expect(answer?.text).toContain('was interrupted');
  });
});
