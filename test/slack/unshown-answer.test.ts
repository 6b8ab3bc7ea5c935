import { expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { type TurnId, turnId } from '../../src/domain/ids.ts';
import { StoreError } from '../../src/ports/store.ts';
import { remember } from '../../src/slack/answer/remembered.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { botsPerTest, C } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';

const bot = botsPerTest();
const failure = () => Promise.reject(new StoreError('store-unavailable', 'the disk does not answer'));

/**
 * A store that fails once when the message being written is known, so that it is left half-shown, and once when the
 * step is to be kept, so that its turn is never ended.
 */
async function failingStore() {
  const real = await openSqliteStore({ path: ':memory:', now: Date.now });
  let exchanged = 0;
  let refusedSteps = 0;
  return {
    ...real,
    openStreams: {
      ...real.openStreams,
      exchange(...rows: Parameters<typeof real.openStreams.exchange>) {
        exchanged += 1;
        return exchanged === 2 ? failure() : real.openStreams.exchange(...rows);
      },
    },
    log: {
      ...real.log,
      append(...args: Parameters<typeof real.log.append>) {
        const isStep = args[1].some(({ type }) => type === 'step.accepted');
        if (!isStep || refusedSteps > 0) return real.log.append(...args);
        refusedSteps += 1;
        return failure();
      },
    },
  };
}

it.each([true, false])(
  'an answer left half-shown by a failing disk is ended by the same process, and the turn goes on (the only one: %s)',
  async (soleProcess) => {
    const slack = await bot({ store: await failingStore(), soleProcess });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say the whole answer\n!wait 200');
    const ended = await eventually('no stream to be open', async () => {
      const replies = (await alice.messages(C, root.ts)).slice(1);
      const open = replies.some(({ streaming_state: state }) => state !== undefined && state !== 'completed');
      const texts = replies.map(({ text }) => text);
      return !open && texts.some((text) => text.includes('the whole answer')) && texts.length > 1 ? texts : null;
    });
    expect(ended.filter((text) => text.includes('interrupted'))).toHaveLength(1);
  },
);

it.each([true, false])(
  'a message with nothing left to say is ended all the same, and no other answer is taken for it (ts known: %s)',
  async (knowsTs) => {
    const store = await openSqliteStore({ path: ':memory:', now: Date.now });
    const first = await bot({ store });
    const alice = first.person('U0ALICE');
    const root = await alice.say(C, 'a thread of its own');
    await first.stopBot();
    const conversation = conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts });
    const next = await openSqliteStore({ path: ':memory:', now: Date.now });
    const startedAt = Date.now();
    const log: DomainEvent[] = [];
    for (const name of ['silent', 'speaking']) {
      const turn = turnId(name);
      const ts = await startStream(first.url, root.ts);
      const open = { ts: knowsTs || name === 'speaking' ? ts : null, mode: 'stream' as const, startedAt };
      await next.openStreams.remember(remember(conversation, { turn, since: startedAt, shown: 0, open }));
      log.push({ type: 'turn.started', turnId: turn, principal: asker, takes: [], epoch: 1, persona: null });
      if (name === 'speaking') log.push(saidBy(turn, 'What there is to say.'));
      log.push({ type: 'turn.finished', turnId: turn, end: 'end' });
    }
    await next.log.append(conversation, log, { after: 0 });
    await bot({ url: first.url, store: next });
    const texts = await eventually('both messages to be ended', async () => {
      const replies = (await alice.messages(C, root.ts)).slice(1);
      const open = replies.some(({ streaming_state: state }) => state === 'in_progress');
      const said = replies.some(({ text }) => text.includes('What there is to say.'));
      return open || !said ? null : replies.map(({ text }) => text);
    });
    expect(texts.map((text) => text.includes('What there is to say.'))).toEqual([false, true]);
  },
);

const asker = { team: 'T0LOCAL', user: 'U0ALICE' };

const saidBy = (turn: TurnId, text: string): DomainEvent => ({
  type: 'step.accepted',
  turnId: turn,
  text,
  calls: [],
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
  stop: 'end',
  grounded: false,
  providerState: null,
});

/** Begins a message as a process would that dies right after; its ts. */
async function startStream(url: string, threadTs: string): Promise<string> {
  const task = { type: 'task_update', id: 't1', title: 'A tool', status: 'in_progress' };
  const response = await fetch(`${url}/api/chat.startStream`, {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-local' },
    body: new URLSearchParams({
      channel: C,
      thread_ts: threadTs,
      recipient_user_id: asker.user,
      recipient_team_id: asker.team,
      chunks: JSON.stringify([task]),
    }),
  });
  return /"ts":"([\d.]+)"/.exec(await response.text())?.[1] ?? '';
}
