import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeFileMemory } from '../../src/slack/files/file-memory.ts';
import { conversationOf } from '../../src/slack/place.ts';
import { botsPerTest, C, saysIn } from '../support/slack/in-slack.ts';

const start = botsPerTest();
const said = z.object({ ts: z.string(), file: z.string() });
const never = new AbortController().signal;

const attach = async (
  url: string,
  user: string,
  file: { name: string; mimetype: string; content: string; text?: string },
) => {
  const response = await fetch(`${url}/people/${user}/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: C, text: '<@U0COUNTER> !say seen', ...file, content: btoa(file.content) }),
  });
  const { ts, file: id } = said.parse(await response.json());
  return { channel: C, ts, id };
};

describe('a file beside a message', () => {
  test('is noted by reference before the message, and taints the conversation', async () => {
    const bot = await start();
    const root = await attach(bot.url, 'U0ALICE', { name: 'a.png', mimetype: 'image/png', content: 'pixels' });
    await saysIn(bot.person('U0ALICE'), root, 'seen');
    const conversation = await bot.commands.read(conversationOf({ team: 'T0LOCAL', ...root }));
    expect(conversation.taint.sources).toEqual([{ kind: 'attachment' }]);
    expect(conversation.transcript.entries[0]?.message).toMatchObject({
      quarantined: true,
      file: { team: 'T0LOCAL', id: root.id, name: 'a.png', mimeType: 'image/png', size: 6 },
    });
  });

  test('of a kind that is not read is only named', async () => {
    const bot = await start();
    const root = await attach(bot.url, 'U0ALICE', { name: 'a.zip', mimetype: 'application/zip', content: 'x' });
    await saysIn(bot.person('U0ALICE'), root, 'seen');
    const { transcript } = await bot.commands.read(conversationOf({ team: 'T0LOCAL', ...root }));
    expect(transcript.entries[0]?.message).toEqual({
      kind: 'user',
      author: { team: 'T0LOCAL', user: 'U0ALICE' },
      text: 'Attached file, not read: a.zip (of a kind that is not read)',
      quarantined: true,
    });
  });
});

describe('what is in a file', () => {
  const file = (id: string) => ({ team: 'T0LOCAL', id, name: 'a.txt', mimeType: 'text/plain', size: 5 });

  test('is fetched where Slack keeps it, once', async () => {
    const bot = await start();
    const { id } = await attach(bot.url, 'U0BOB', {
      name: 'a.txt',
      mimetype: 'text/plain',
      content: 'hello',
      text: 'x',
    });
    for (let reads = 0; reads < 2; reads += 1) {
      const content = await bot.slack.files.read(file(id), never);
      expect(content.kind === 'read' && new TextDecoder().decode(content.bytes)).toBe('hello');
    }
    expect((await bot.control.calls()).filter(({ method }) => method === 'files.info')).toHaveLength(1);
  });

  test('is unavailable when it is gone, without a word of why beyond that', async () => {
    const bot = await start();
    expect(await bot.slack.files.read(file('F0NOWHERE'), never)).toEqual({
      kind: 'unavailable',
      why: 'it is not there any more',
    });
  });
});

test('files are kept while there is room; the longest unused goes first', () => {
  const memory = makeFileMemory(10);
  memory.keep('a', new Uint8Array(4));
  memory.keep('b', new Uint8Array(4));
  memory.get('a');
  memory.keep('c', new Uint8Array(4));
  memory.keep('huge', new Uint8Array(11));
  expect(['a', 'b', 'c', 'huge'].map((key) => memory.get(key) !== undefined)).toEqual([true, false, true, false]);
});
