import { describe } from 'vitest';
import { validateMessage } from '../../../src/local-slack/server/block-kit/validate.ts';
import { holdTo, type Limit } from './limit-table.ts';
import { actions, button, letters, mrkdwn, plain, section, times } from './payloads.ts';

const image = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a' };
const card = (fields: object) => [{ type: 'card', title: mrkdwn('t'), ...fields }];
const video = (fields: object) => [
  {
    type: 'video',
    alt_text: 'a',
    title: plain('t'),
    thumbnail_url: 'https://example.com/t.png',
    video_url: 'https://example.com/v',
    ...fields,
  },
];
const url = (size: number) => `https://a.b/${letters(size - 'https://a.b/'.length)}`;

const BLOCKS: readonly Limit[] = [
  { what: 'block_id', max: 255, min: 1, sized: (n) => [{ type: 'divider', block_id: letters(n) }] },
  { what: 'section text', max: 3000, min: 1, sized: (n) => [section(letters(n))] },
  { what: 'section fields', max: 10, min: 1, sized: (n) => [{ type: 'section', fields: times(n, () => mrkdwn('f')) }] },
  { what: 'section field', max: 2000, min: 1, sized: (n) => [{ type: 'section', fields: [mrkdwn(letters(n))] }] },
  { what: 'header', max: 150, min: 1, sized: (n) => [{ type: 'header', text: plain(letters(n)) }] },
  { what: 'image alt text', max: 2000, min: 1, sized: (n) => [{ ...image, alt_text: letters(n) }] },
  { what: 'image title', max: 2000, min: 1, sized: (n) => [{ ...image, title: plain(letters(n)) }] },
  { what: 'image url', max: 3000, sized: (n) => [{ ...image, image_url: url(n) }] },
  {
    what: 'context elements',
    max: 10,
    min: 1,
    sized: (n) => [{ type: 'context', elements: times(n, () => mrkdwn('c')) }],
  },
  { what: 'context text', max: 3000, min: 1, sized: (n) => [{ type: 'context', elements: [plain(letters(n))] }] },
  { what: 'actions elements', max: 25, min: 1, sized: (n) => [actions(...times(n, () => button()))] },
  {
    what: 'context_actions elements',
    max: 5,
    min: 1,
    sized: (n) => [
      { type: 'context_actions', elements: times(n, () => ({ type: 'icon_button', icon: 'trash', text: plain('t') })) },
    ],
  },
  { what: 'alert text', max: 200, min: 1, sized: (n) => [{ type: 'alert', text: plain(letters(n)) }] },
  { what: 'card title', max: 150, min: 1, sized: (n) => card({ title: mrkdwn(letters(n)) }) },
  { what: 'card subtitle', max: 150, min: 1, sized: (n) => card({ subtitle: mrkdwn(letters(n)) }) },
  { what: 'card body', max: 200, min: 1, sized: (n) => card({ body: mrkdwn(letters(n)) }) },
  { what: 'card subtext', max: 200, min: 1, sized: (n) => card({ subtext: mrkdwn(letters(n)) }) },
  { what: 'card actions', max: 3, min: 1, sized: (n) => card({ actions: times(n, () => button()) }) },
  {
    what: 'carousel cards',
    max: 10,
    min: 1,
    sized: (n) => [{ type: 'carousel', elements: times(n, () => card({})[0]) }],
  },
  {
    what: 'container title',
    max: 150,
    min: 1,
    sized: (n) => [{ type: 'container', title: plain(letters(n)), child_blocks: [section('s')] }],
  },
  {
    what: 'container subtitle',
    max: 150,
    min: 1,
    sized: (n) => [{ type: 'container', title: plain('t'), subtitle: plain(letters(n)), child_blocks: [section('s')] }],
  },
  {
    what: 'container blocks',
    max: 10,
    min: 1,
    sized: (n) => [{ type: 'container', title: plain('t'), child_blocks: times(n, () => section('s')) }],
  },
  { what: 'video alt text', max: 200, min: 1, sized: (n) => video({ alt_text: letters(n) }) },
  { what: 'video title', max: 200, min: 1, sized: (n) => video({ title: plain(letters(n)) }) },
  { what: 'video author', max: 50, min: 1, sized: (n) => video({ author_name: letters(n) }) },
  { what: 'video provider', max: 50, min: 1, sized: (n) => video({ provider_name: letters(n) }) },
  { what: 'video description', max: 200, min: 1, sized: (n) => video({ description: plain(letters(n)) }) },
  {
    what: 'rich text indent',
    max: 8,
    min: 0,
    sized: (n) => [
      { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'bullet', elements: [], indent: n }] },
    ],
  },
];

describe('limits of blocks', () => {
  holdTo(BLOCKS, (blocks) => validateMessage({ text: 't', blocks }));
});
