import { describe } from 'vitest';
import { validateChunks, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { holdTo, type Limit } from './limit-table.ts';
import { home, letters, modal, plain, section, times } from './payloads.ts';

const VIEWS: readonly Limit[] = [
  { what: 'title', max: 24, min: 1, sized: (n) => modal([section('s')], { title: plain(letters(n)) }) },
  { what: 'submit', max: 24, min: 1, sized: (n) => modal([section('s')], { submit: plain(letters(n)) }) },
  { what: 'close', max: 24, min: 1, sized: (n) => modal([section('s')], { close: plain(letters(n)) }) },
  { what: 'private_metadata', max: 3000, sized: (n) => modal([section('s')], { private_metadata: letters(n) }) },
  { what: 'callback_id', max: 255, sized: (n) => modal([section('s')], { callback_id: letters(n) }) },
  { what: 'external_id', max: 255, sized: (n) => modal([section('s')], { external_id: letters(n) }) },
  { what: 'blocks of a modal', max: 100, min: 1, sized: (n) => modal(times(n, () => section('s'))) },
  { what: 'blocks of a home tab', max: 100, min: 1, sized: (n) => home(times(n, () => section('s'))) },
];

const CHUNKS: readonly Limit[] = [
  {
    what: 'task title',
    max: 256,
    min: 1,
    sized: (n) => [{ type: 'task_update', id: '1', title: letters(n), status: 'complete' }],
  },
  { what: 'plan title', max: 256, min: 1, sized: (n) => [{ type: 'plan_update', title: letters(n) }] },
  { what: 'markdown', max: 12_000, min: 1, sized: (n) => [{ type: 'markdown_text', text: letters(n) }] },
  { what: 'blocks', max: 50, sized: (n) => [{ type: 'blocks', blocks: times(n, () => section('s')) }] },
];

describe('limits of views', () => {
  holdTo(VIEWS, validateView);
});

describe('limits of chunks', () => {
  holdTo(CHUNKS, validateChunks);
});
