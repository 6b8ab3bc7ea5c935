import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import type { BotInSlack } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack } from '../support/slack/people.ts';

const bot = botsPerTest();
const STORY_MS = 30_000;
/** Longer than people are left without a word. */
const SLOW = '<@U0COUNTER>\n!say Looking into it\n!wait 5000\n!say Found it';

/** Private words to this person, newest last. */
const privately = async (person: PersonInSlack, words: string, threadTs?: string) =>
  eventually(`a private “${words}”`, async () =>
    (await person.messages(C, threadTs)).find(
      (message) => message.ephemeral === true && JSON.stringify(message).includes(words),
    ),
  );

const logOf = async ({ store }: BotInSlack, ts: string) =>
  (await store.log.read(conversationOf({ team: 'T0LOCAL', channel: C, ts }))).map(({ event }) => event.type);

describe('when every worker has a turn', () => {
  it('people see that they wait, and where they are, and are answered', { timeout: STORY_MS }, async () => {
    const { person, slack } = await bot({ concurrency: 1 });
    const alice = person('U0ALICE');
    const first = await alice.say(C, SLOW);
    await saysIn(alice, first, 'Looking into it');
    const second = await alice.say(C, '<@U0COUNTER> !say I am second');
    const third = await alice.say(C, '<@U0COUNTER> !say I am third');
    await privately(alice, 'Yours is next');
    await privately(alice, '1 waits before yours');
    await saysIn(alice, second, 'I am second');
    await saysIn(alice, third, 'I am third');
    expect(slack.line().turnedAway).toBe(0);
  });

  it('nobody is told to wait who does not have to', { timeout: STORY_MS }, async () => {
    const { person, slack } = await bot({ concurrency: 2 });
    const alice = person('U0ALICE');
    const slow = await alice.say(C, SLOW);
    await saysIn(alice, slow, 'Found it');
    const told = (await alice.messages(C)).filter(({ ephemeral }) => ephemeral === true);
    expect([told, slack.line()]).toEqual([[], { waiting: 0, turnedAway: 0 }]);
  });
});

describe('when the line is full', () => {
  /** One turn runs and one waits: one more is too many. */
  async function fullLine() {
    const here = await bot({ concurrency: 1, longestLine: 1 });
    const alice = here.person('U0ALICE');
    const running = await alice.say(C, SLOW);
    await saysIn(alice, running, 'Looking into it');
    const waits = await alice.say(C, '<@U0COUNTER> !say I waited');
    await eventually('a line that is full', async () => here.slack.line().waiting > 0);
    return { here, alice, running, waits };
  }

  it('people are asked to come back, once, and nothing of it is recorded', { timeout: STORY_MS }, async () => {
    const { here, alice, waits } = await fullLine();
    const late = await here.person('U0BOB').say(C, '<@U0COUNTER> !say too late');
    await privately(here.person('U0BOB'), 'ask again in a few minutes');
    await saysIn(alice, waits, 'I waited');
    expect(await logOf(here, late.ts)).toEqual([]);
    const told = (await here.person('U0BOB').messages(C)).filter(({ ephemeral }) => ephemeral === true);
    expect([told.length, here.slack.line().turnedAway]).toEqual([1, 1]);
  });

  it('whoever has something running is heard all the same', { timeout: STORY_MS }, async () => {
    const { here, alice, running } = await fullLine();
    await alice.say(C, '!say and this', running.ts);
    await saysIn(alice, running, 'and this');
    expect(here.slack.line().turnedAway).toBe(0);
  });

  it('a message whose person cannot be told is tried again, not dropped', { timeout: STORY_MS }, async () => {
    const { here, alice } = await fullLine();
    for (const method of ['chat.postEphemeral', 'conversations.open'])
      await here.control.fault({ method, times: 100, kind: 'http:500' });
    const late = await alice.say(C, '<@U0COUNTER> !say heard after all');
    await saysIn(alice, late, 'heard after all');
    expect(here.slack.line().turnedAway).toBe(0);
  });
});
