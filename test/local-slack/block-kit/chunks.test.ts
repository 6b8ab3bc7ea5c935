import { describe, expect, test } from 'vitest';
import { validateChunks } from '../../../src/local-slack/server/block-kit/validate.ts';
import { letters, section, times } from './payloads.ts';

const OK = { kind: 'ok' };
const task = { type: 'task_update', id: '1', title: 't', status: 'in_progress' };
const markdown = (text: string) => ({ type: 'markdown_text', text });

describe('the chunks of a streaming call', () => {
  test('may be of every kind at once', () => {
    const chunks = [
      markdown('m'),
      task,
      { type: 'plan_update', title: 'p' },
      { type: 'blocks', blocks: [section('s')] },
    ];
    expect(validateChunks(chunks)).toEqual(OK);
  });

  test.each(['[]', {}, null, undefined])('%j is no list of chunks', (chunks) => {
    expect(validateChunks(chunks)).toMatchObject({ error: 'invalid_chunks' });
  });

  test('may not be none', () => {
    expect(validateChunks([])).toMatchObject({ error: 'no_text' });
  });

  test('are of a known kind', () => {
    expect(validateChunks([{ type: 'text', text: 'm' }])).toMatchObject({
      error: 'invalid_chunks',
      messages: ['[ERROR] must be a valid enum value [json-pointer:/chunks/0/type]'],
    });
  });

  test('have a known status', () => {
    expect(validateChunks([{ ...task, status: 'done' }])).toMatchObject({ error: 'invalid_chunks' });
  });

  test('hold no empty markdown', () => {
    expect(validateChunks([markdown('')])).toMatchObject({ error: 'invalid_chunks' });
  });

  test('share 12,000 characters of markdown', () => {
    expect(validateChunks([markdown(letters(6000)), markdown(letters(6001))])).toMatchObject({ error: 'msg_too_long' });
  });

  test('take details longer than the documented 256 characters, as Slack was seen to do', () => {
    expect(validateChunks([{ ...task, details: letters(257) }])).toEqual(OK);
  });

  test('share fifty blocks', () => {
    const blocks = (count: number) => ({ type: 'blocks', blocks: times(count, () => section('s')) });
    expect(validateChunks([blocks(25), blocks(26)])).toMatchObject({ error: 'msg_blocks_too_many' });
  });

  test('hold blocks by the rules of a message', () => {
    expect(validateChunks([markdown('m'), { type: 'blocks', blocks: [section('')] }])).toMatchObject({
      error: 'invalid_blocks',
      messages: expect.arrayContaining([
        '[ERROR] must be more than 0 characters [json-pointer:/chunks/1/blocks/0/text/text]',
      ]),
    });
  });

  test('hold no list of blocks that is a string', () => {
    expect(validateChunks([{ type: 'blocks', blocks: '[]' }])).toMatchObject({ error: 'invalid_chunks' });
  });
});
