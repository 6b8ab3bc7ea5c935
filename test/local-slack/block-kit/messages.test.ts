import { describe, expect, test } from 'vitest';
import { validateMessage } from '../../../src/local-slack/server/block-kit/validate.ts';
import { letters, section, times } from './payloads.ts';

const OK = { kind: 'ok' };
const raw = { type: 'raw_text', text: 'x' };
const table = { type: 'table', rows: [[raw]] };
const markdown = (text: string) => ({ type: 'markdown', text });

describe('the content of a message', () => {
  test.each([{}, { text: '' }, { text: ' \n' }, { blocks: [] }, { text: '', attachments: [] }])(
    '%j is no_text',
    (payload) => {
      expect(validateMessage(payload)).toMatchObject({ error: 'no_text' });
    },
  );

  test('may be blocks alone', () => {
    expect(validateMessage({ blocks: [section('s')] })).toEqual(OK);
  });

  test('has a string for its text', () => {
    expect(validateMessage({ text: 7 })).toMatchObject({
      error: 'invalid_arguments',
      messages: ['[ERROR] must provide a string [json-pointer:/text]'],
    });
  });

  test('is not both text and markdown_text', () => {
    expect(validateMessage({ text: 'a', markdown_text: 'b' })).toMatchObject({ error: 'markdown_text_conflict' });
  });

  test('is not both blocks and markdown_text', () => {
    expect(validateMessage({ blocks: [section('s')], markdown_text: 'b' })).toMatchObject({
      error: 'markdown_text_conflict',
    });
  });

  test('takes 12,000 characters of markdown_text', () => {
    expect(validateMessage({ markdown_text: letters(12_000) })).toEqual(OK);
  });

  test('takes no more of it', () => {
    expect(validateMessage({ markdown_text: letters(12_001) })).toMatchObject({ error: 'msg_too_long' });
  });

  test('may be long when it is posted, because Slack cuts it', () => {
    expect(validateMessage({ text: letters(40_001) })).toEqual(OK);
  });

  test('may have 4,000 characters of text when it is updated', () => {
    expect(validateMessage({ text: letters(4000) }, 'update')).toEqual(OK);
  });

  test('may have no more of it when it is updated', () => {
    expect(validateMessage({ text: letters(4001) }, 'update')).toMatchObject({ error: 'msg_too_long' });
  });
});

describe('the blocks of a message', () => {
  test.each(['[]', {}, 7, null])('%j is no list of blocks', (blocks) => {
    expect(validateMessage({ text: 't', blocks })).toMatchObject({ error: 'invalid_blocks_format' });
  });

  test('may be fifty', () => {
    expect(validateMessage({ blocks: times(50, () => section('s')) })).toEqual(OK);
  });

  test('may not be fifty-one', () => {
    expect(validateMessage({ blocks: times(51, () => section('s')) })).toMatchObject({
      error: 'invalid_blocks',
      messages: ['[ERROR] no more than 50 items allowed [json-pointer:/blocks]'],
    });
  });

  test('are counted after their markdown is expanded', () => {
    const headings = times(25, (index) => `# H${index}\n\ntext`).join('\n\n');
    expect(validateMessage({ blocks: [markdown(headings)] })).toEqual(OK);
  });

  test('are too many when their markdown expands to more than fifty', () => {
    const headings = times(26, (index) => `# H${index}\n\ntext`).join('\n\n');
    expect(validateMessage({ blocks: [markdown(headings)] })).toMatchObject({ error: 'invalid_blocks' });
  });

  test('may be one of 12,000 characters of markdown', () => {
    expect(validateMessage({ blocks: [markdown(letters(12_000))] })).toEqual(OK);
  });

  test('share 12,000 characters of markdown', () => {
    expect(validateMessage({ blocks: [markdown(letters(6000)), markdown(letters(6000))] })).toEqual(OK);
  });

  test('share no more of it', () => {
    expect(validateMessage({ blocks: [markdown(letters(6000)), markdown(letters(6001))] })).toMatchObject({
      error: 'msg_blocks_too_long',
    });
  });

  test('may be too long together although each is in its limits', () => {
    expect(validateMessage({ blocks: times(4, () => section(letters(2836))) })).toMatchObject({
      error: 'msg_blocks_too_long',
    });
  });

  test('may hold 11,340 characters together', () => {
    expect(validateMessage({ blocks: times(4, () => section(letters(2835))) })).toEqual(OK);
  });

  test('count their control sequences as they stand', () => {
    const mention = '<@U00000000>';
    const blocks = times(4, () => section(mention.repeat(236)));
    expect(validateMessage({ blocks })).toEqual(OK);
  });

  test('include the text of what a container holds once', () => {
    const title = { type: 'plain_text', text: 'x' };
    const child_blocks = times(3, () => section(letters(3000)));
    expect(validateMessage({ blocks: [{ type: 'container', title, child_blocks }] })).toEqual(OK);
  });

  test('hold one table', () => {
    expect(validateMessage({ blocks: [table, table] })).toMatchObject({
      error: 'invalid_attachments',
      messages: ['[ERROR] only_one_table_allowed [json-pointer:/blocks/1]'],
    });
  });

  test('hold two charts at most', () => {
    const pie = { type: 'pie', segments: [{ label: 'a', value: 1 }] };
    const chart = { type: 'data_visualization', title: 't', chart: pie };
    expect(validateMessage({ blocks: [chart, chart, chart] })).toMatchObject({ error: 'invalid_blocks' });
  });
});

describe('the attachments of a message', () => {
  test('may be a hundred', () => {
    expect(validateMessage({ attachments: times(100, () => ({ text: 'a' })) })).toEqual(OK);
  });

  test('may not be more', () => {
    expect(validateMessage({ attachments: times(101, () => ({ text: 'a' })) })).toMatchObject({
      error: 'too_many_attachments',
    });
  });

  test.each(['x', {}, [7]])('%j is no list of attachments', (attachments) => {
    expect(validateMessage({ text: 't', attachments })).toMatchObject({ error: 'invalid_attachments' });
  });

  test('hold blocks by the same rules', () => {
    expect(validateMessage({ attachments: [{ blocks: [section('')] }] })).toMatchObject({
      error: 'invalid_blocks',
      messages: expect.arrayContaining([
        '[ERROR] must be more than 0 characters [json-pointer:/attachments/0/blocks/0/text/text]',
      ]),
    });
  });

  test('share their block ids with the message', () => {
    const named = section('s', { block_id: 'x' });
    expect(validateMessage({ blocks: [named], attachments: [{ blocks: [named] }] }).kind).toBe('refused');
  });
});

describe('the metadata of a message', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { deeper: nested(depth - 1) });
  const workObject = (depth: number) => ({
    entity_type: 'slack#/entities/task',
    entity_payload: nested(depth),
    external_ref: { id: '1' },
    url: 'https://a.b',
  });
  const judge = (metadata: unknown) => validateMessage({ text: 't', metadata });

  test('is an event with a flat payload', () => {
    const event_payload = { id: 'a', count: 1, done: true, one: { a: 'b' }, many: [{ a: 1 }] };
    expect(judge({ event_type: 'approval_card', event_payload })).toEqual(OK);
  });

  test('may be work objects instead', () => {
    expect(judge({ entities: [workObject(0)] })).toEqual(OK);
  });

  test('may have work objects that are deep', () => {
    expect(judge({ entities: [workObject(11)] })).toEqual(OK);
  });

  test('may not have work objects without end', () => {
    expect(judge({ entities: [workObject(12)] })).toMatchObject({ error: 'invalid_metadata_format' });
  });

  test.each([
    'text',
    {},
    { event_type: 'a' },
    { event_payload: {} },
    { event_type: 'a', event_payload: { deep: { er: { still: 1 } } } },
    { event_type: 'a', event_payload: { list: [1] } },
    { event_type: 'a', event_payload: { nothing: null } },
    { event_type: 'a', event_payload: {}, more: 1 },
    { entities: [{}] },
  ])('%j is malformed', (metadata) => {
    expect(judge(metadata)).toMatchObject({ error: 'invalid_metadata_format' });
  });

  const ofSize = (bytes: number) => {
    const frame = JSON.stringify({ event_type: 'a', event_payload: { text: '' } }).length;
    return { event_type: 'a', event_payload: { text: letters(bytes - frame) } };
  };

  test('may be of 16,384 bytes', () => {
    expect(judge(ofSize(16_384))).toEqual(OK);
  });

  test('may not be larger', () => {
    expect(judge(ofSize(16_385))).toMatchObject({ error: 'metadata_too_large' });
  });
});
