import { describe, expect, test } from 'vitest';
import type { Person } from '../../src/domain/person.ts';
import type { OnBehalf } from '../../src/ports/workspace-messages.ts';
import { conversationOf } from '../../src/slack/place.ts';
import type { BotInSlack } from '../support/slack/bot-in-slack.ts';
import { botsPerTest } from '../support/slack/in-slack.ts';

const start = botsPerTest();
const team = 'T0LOCAL';
const somebody = (user: string): Person => ({ team, user });

const behalf = (user: string, channel: string, ts = '1.000100'): OnBehalf => ({
  conversation: conversationOf({ team, channel, ts }),
  person: somebody(user),
  signal: new AbortController().signal,
});

/** Everybody has said something about lamps in three channels, one of them private, one shared with others. */
async function workspace(): Promise<BotInSlack> {
  const bot = await start();
  await bot.person('U0BOB').say('C0SUPPORT', 'The LAMP of order 1042 is broken');
  await bot.person('U0ALICE').say('C0OPS', 'secret lamp supplier');
  await bot.person('U0ALICE').say('C0GENERAL', 'no such thing here');
  await bot.person('U0DAVE').say('C0SHARED', 'our lamp is fine');
  return bot;
}

const found = async (bot: BotInSlack, query: string, of: OnBehalf, channel: string | null = null) => {
  const outcome = await bot.slack.messages.search({ query, channel }, of);
  return outcome.kind === 'found' ? outcome.messages.map((one) => one.channel) : outcome.reason;
};

describe('searching for a person', () => {
  test('finds what holds all the words, whatever their case, in channels both are in', async () => {
    const bot = await workspace();
    expect(await found(bot, 'lamp broken', behalf('U0ALICE', 'C0GENERAL'))).toEqual(['C0SUPPORT']);
  });

  test('does not read a channel for somebody who is not in it', async () => {
    const bot = await workspace();
    await bot.control.person('U0CAROL', { leave: ['C0SUPPORT'] });
    expect(await found(bot, 'lamp broken', behalf('U0CAROL', 'C0GENERAL'))).toEqual([]);
    expect(await found(bot, 'lamp', behalf('U0CAROL', 'C0GENERAL'), 'C0OPS')).toContain('must both be in it');
  });

  test('does not bring a private channel to where others would read it', async () => {
    const bot = await workspace();
    expect(await found(bot, 'supplier', behalf('U0ALICE', 'C0GENERAL'))).toEqual([]);
    expect(await found(bot, 'supplier', behalf('U0ALICE', 'C0OPS'))).toEqual(['C0OPS']);
    expect(await found(bot, 'supplier', behalf('U0ALICE', 'D0ALICE'))).toEqual(['C0OPS']);
  });

  test('brings nothing at all to where people of another organisation read along', async () => {
    const bot = await workspace();
    expect(await found(bot, 'lamp', behalf('U0ALICE', 'C0SHARED'))).toEqual(['C0SHARED']);
  });

  test('is refused, not guessed, when membership cannot be looked up', async () => {
    const bot = await workspace();
    await bot.control.fault({ method: 'conversations.members', times: 20, kind: 'error:internal_error' });
    expect(await found(bot, 'lamp', behalf('U0ALICE', 'C0GENERAL'))).toEqual([]);
  });
});

describe('posting for a person', () => {
  test('goes into their channel as plain text that addresses nobody, and says for whom', async () => {
    const bot = await workspace();
    const text = 'Done <!channel> *now* <@U0BOB>';
    const posted = await bot.slack.messages.post({ text, channel: 'C0SUPPORT' }, behalf('U0ALICE', 'C0GENERAL'));
    expect(posted).toEqual({ kind: 'posted' });
    const message = (await bot.person('U0BOB').messages('C0SUPPORT')).at(-1);
    const elements = JSON.stringify(message?.blocks);
    expect(elements).toContain(JSON.stringify(text).slice(1, -1));
    expect(elements).toContain('"user_id":"U0ALICE"');
    expect(elements).not.toContain('"user_id":"U0BOB"');
    expect(message?.text).not.toContain('<!channel>');
  });

  test('is refused where they are not', async () => {
    const bot = await workspace();
    const posted = await bot.slack.messages.post({ text: 'hi', channel: 'C0OPS' }, behalf('U0CAROL', 'C0GENERAL'));
    expect(posted).toMatchObject({ kind: 'refused' });
    expect(await bot.person('U0ALICE').messages('C0OPS')).toHaveLength(1);
  });

  test('without a channel goes into the thread of the conversation', async () => {
    const bot = await workspace();
    const root = await bot.person('U0ALICE').say('C0GENERAL', 'a thread');
    await bot.slack.messages.post({ text: 'in here', channel: null }, behalf('U0ALICE', 'C0GENERAL', root.ts));
    const [, reply] = await bot.person('U0ALICE').messages('C0GENERAL', root.ts);
    expect(JSON.stringify(reply?.blocks)).toContain('in here');
  });

  test('is unknown when Slack does not say whether it took the message', async () => {
    const bot = await workspace();
    await bot.control.fault({ method: 'chat.postMessage', times: 1, kind: 'http:500' });
    const posted = await bot.slack.messages.post({ text: 'hi', channel: 'C0SUPPORT' }, behalf('U0ALICE', 'C0GENERAL'));
    expect(posted).toEqual({ kind: 'unknown' });
  });
});
