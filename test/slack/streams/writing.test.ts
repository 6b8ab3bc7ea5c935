import { describe, expect, it } from 'vitest';
import { requestId } from '../../../src/domain/ids.ts';
import { answersPerTest } from '../../support/slack/answers-in-slack.ts';
import { eventually } from '../../support/slack/people.ts';

const workspace = answersPerTest();
const MOST_IN_A_CALL = 12_000;

const chunksIn = (
  args: Readonly<Record<string, unknown>>,
): readonly { readonly type: string; readonly text?: string }[] =>
  typeof args['chunks'] === 'string' ? JSON.parse(args['chunks']) : [];
const textIn = (args: Readonly<Record<string, unknown>>): string =>
  chunksIn(args)
    .map(({ text }) => text ?? '')
    .join('');

describe('an answer in Slack', () => {
  it('that grows while its stream is being started is one stream', async () => {
    const slack = await workspace();
    const { open, text } = await slack.thread();
    await slack.control.fault({ method: 'chat.startStream', times: 1, kind: 'slow:150' });
    const answer = open();
    for (let n = 0; n < 40; n += 1) answer.push({ kind: 'text', delta: `${n} ` });
    await eventually('the start', async () => (await slack.calls('chat.startStream')).length > 0);
    for (let n = 40; n < 60; n += 1) answer.push({ kind: 'text', delta: `${n} ` });
    await answer.end({ kind: 'finished' });
    expect(await text()).toBe(Array.from({ length: 60 }, (_, n) => `${n} `).join(''));
    expect(await slack.calls('chat.startStream')).toHaveLength(1);
  });

  it('that grows while a piece of it is on its way says that piece once', async () => {
    const slack = await workspace();
    const { open, text } = await slack.thread();
    await slack.control.fault({ method: 'chat.appendStream', times: 3, kind: 'slow:100' });
    const answer = open();
    answer.push({ kind: 'text', delta: 'first ' });
    await eventually('the start', async () => (await slack.calls('chat.startStream')).length > 0);
    for (const delta of ['second ', 'third ', 'fourth ']) {
      answer.push({ kind: 'text', delta });
      await eventually(`“${delta}” to be shown`, async () => (await text()).includes(delta));
    }
    await answer.end({ kind: 'finished' });
    expect(await text()).toBe('first second third fourth ');
  });

  it('never sends an empty call, nor chunks beside markdown_text', async () => {
    const slack = await workspace();
    const { say, text } = await slack.thread();
    await say(['', ' ', 'words', '', ' and more', ''], 400);
    expect(await text()).toBe(' words and more');
    const calls = await slack.calls('chat.startStream', 'chat.appendStream', 'chat.stopStream');
    expect(calls.filter(({ args }) => args['markdown_text'] !== undefined)).toEqual([]);
    // A stop may come with nothing more to say.
    expect(calls.filter(({ method, args }) => method !== 'chat.stopStream' && textIn(args) === '')).toEqual([]);
  });

  it('of one huge piece is sent in calls Slack takes', async () => {
    const slack = await workspace();
    const { say, text } = await slack.thread();
    const long = 'word '.repeat(6_000);
    await say([long]);
    expect(await text()).toBe(long);
    const calls = await slack.calls('chat.startStream', 'chat.appendStream', 'chat.stopStream', 'chat.postMessage');
    for (const { args } of calls) {
      const words = `${textIn(args)}${JSON.stringify(args['markdown_text'] ?? '')}`;
      expect(words.length).toBeLessThanOrEqual(MOST_IN_A_CALL);
    }
  });

  it('is never cut inside what people see as one character', async () => {
    const slack = await workspace();
    const { say, replies } = await slack.thread();
    const family = '👨‍👩‍👧‍👦';
    await say([`x${family.repeat(1_500)}`]);
    const texts = (await replies()).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.every((text) => text.replace('x', '').replaceAll(family, '') === '')).toBe(true);
  });

  it('whose pieces end in the middle of a character is sent in whole characters', async () => {
    const slack = await workspace();
    const { say, text } = await slack.thread();
    await slack.control.fault({ method: 'chat.startStream', times: 1, kind: 'error:channel_type_not_supported' });
    await say('a😀b👍'.split(''), 4_000);
    expect(await text()).toBe('a😀b👍');
    const sent = (await slack.calls('chat.startStream', 'chat.postMessage', 'chat.update')).map(({ args }) => args);
    expect(sent.every((args) => JSON.stringify(args).isWellFormed())).toBe(true);
    expect(JSON.stringify(sent)).not.toMatch(/\\ud[89ab]|\ufffd/);
  });

  it('closes a code block where a message ends and opens it again in the next', async () => {
    const slack = await workspace();
    const { say, replies } = await slack.thread();
    await say([`\`\`\`ts\n${'let a = 1;\n'.repeat(1_500)}\`\`\``]);
    const [first, second] = await replies();
    expect(first?.text.endsWith('\n```')).toBe(true);
    expect(second?.text.startsWith('```ts\n')).toBe(true);
  });

  it('that lasts longer than a stream lives goes on in new messages before Slack ends the old', async () => {
    const slack = await workspace({ times: 300 });
    const { say, text, replies } = await slack.thread();
    const pieces = Array.from({ length: 40 }, (_, n) => `${n} `);
    await say(pieces, 15_000);
    expect(await text()).toBe(pieces.join(''));
    expect((await replies()).length).toBeGreaterThanOrEqual(3);
    expect((await replies()).every(({ streaming_state: state }) => state === 'completed')).toBe(true);
    expect(await slack.calls('chat.update')).toEqual([]);
  });

  it('holds at most nine thousand bytes in a message with tool cards', async () => {
    const slack = await workspace();
    const { open, replies } = await slack.thread();
    const answer = open();
    for (let n = 0; n < 80; n += 1) {
      answer.push({ kind: 'tool-started', requestId: requestId(`r${n}`), title: `Tool number ${n}` });
      answer.push({ kind: 'text', delta: 'é'.repeat(200) });
    }
    await answer.end({ kind: 'finished' });
    await answer.done;
    const sizes = (await replies()).map(({ text }) => Buffer.byteLength(text));
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(9_000);
  });

  it('shows a tool by a title Slack takes, however long its name is', async () => {
    const slack = await workspace();
    const { open } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'tool-started', requestId: requestId('r1'), title: 'A title '.repeat(200) });
    await answer.end({ kind: 'finished' });
    const [start] = await slack.calls('chat.startStream', 'chat.stopStream');
    const titles = [...JSON.stringify(start?.args).matchAll(/\\"title\\":\\"(.*?)\\"/g)].map(
      ([, title]) => title ?? '',
    );
    expect(titles).toHaveLength(1);
    expect(Math.max(...titles.map(({ length }) => length))).toBeLessThanOrEqual(256);
  });

  it('is ended once, however often its end is asked for', async () => {
    const slack = await workspace();
    const { open, text } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'all' });
    await Promise.all([
      answer.end({ kind: 'finished' }),
      answer.end({ kind: 'finished' }),
      answer.end({ kind: 'paused' }),
    ]);
    expect(await text()).toBe('all');
    expect(await slack.calls('chat.stopStream')).toHaveLength(1);
  });

  it('ends as suspended before a card can be posted', async () => {
    const slack = await workspace();
    const { open, replies } = await slack.thread();
    const answer = open();
    answer.push({ kind: 'text', delta: 'May I?' });
    await answer.end({ kind: 'paused' });
    expect((await replies()).map(({ streaming_state: state }) => state)).toEqual(['completed']);
    expect((await slack.calls('chat.stopStream')).map(({ args }) => args['session_status'])).toEqual(['suspended']);
  });

  it('names the person it streams for and their own workspace, always', async () => {
    const slack = await workspace();
    const { say } = await slack.thread('U0COUNTER');
    await say(['in a direct conversation too']);
    expect((await slack.calls('chat.startStream')).map(({ args }) => args)).toMatchObject([
      { recipient_user_id: 'U0ALICE', recipient_team_id: 'T0LOCAL' },
    ]);
  });
});
