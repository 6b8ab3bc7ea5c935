import { describe } from 'vitest';
import { validateMessage } from '../../../src/local-slack/server/block-kit/validate.ts';
import { holdTo, type Limit } from './limit-table.ts';
import { letters, times } from './payloads.ts';

const raw = (text: string) => ({ type: 'raw_text', text });
const chart = (fields: object) => [{ type: 'data_visualization', title: 't', chart: fields }];
const plot = (names: readonly string[], series = 1, fields: object = {}) => ({
  type: 'bar',
  series: times(series, () => ({ name: 'n', data: names.map((label) => ({ label, value: 1 })) })),
  axis_config: { categories: names, ...fields },
});
const dataTable = (rows: number, columns: number, fields: object = {}) => [
  { type: 'data_table', caption: 'c', rows: times(rows, () => times(columns, () => raw('x'))), ...fields },
];

const TABLES: readonly Limit[] = [
  { what: 'table rows', max: 100, min: 1, sized: (n) => [{ type: 'table', rows: times(n, () => [raw('x')]) }] },
  { what: 'table columns', max: 20, min: 1, sized: (n) => [{ type: 'table', rows: [times(n, () => raw('x'))] }] },
  {
    what: 'table column settings',
    max: 20,
    sized: (n) => [{ type: 'table', rows: [[raw('x')]], column_settings: times(n, () => ({})) }],
  },
  { what: 'table text', max: 10_000, min: 1, sized: (n) => [{ type: 'table', rows: [[raw(letters(n))]] }] },
  { what: 'data table rows', max: 201, min: 2, sized: (n) => dataTable(n, 1) },
  { what: 'data table columns', max: 20, min: 1, sized: (n) => dataTable(2, n) },
  { what: 'data table page', max: 100, min: 1, sized: (n) => dataTable(2, 1, { page_size: n }) },
  {
    what: 'data table text',
    max: 20_000,
    min: 2,
    sized: (n) => [{ type: 'data_table', caption: 'c', rows: [[raw('h')], [raw(letters(n - 1))]] }],
  },
  {
    what: 'chart title',
    max: 50,
    min: 1,
    sized: (n) => [{ type: 'data_visualization', title: letters(n), chart: plot(['a']) }],
  },
  {
    what: 'pie segments',
    max: 12,
    min: 1,
    sized: (n) => chart({ type: 'pie', segments: times(n, () => ({ label: 'a', value: 1 })) }),
  },
  {
    what: 'pie label',
    max: 20,
    min: 1,
    sized: (n) => chart({ type: 'pie', segments: [{ label: letters(n), value: 1 }] }),
  },
  { what: 'chart series', max: 12, min: 1, sized: (n) => chart(plot(['a'], n)) },
  { what: 'chart points', max: 20, min: 1, sized: (n) => chart(plot(times(n, (i) => `c${i}`))) },
  { what: 'chart category', max: 20, min: 1, sized: (n) => chart(plot([letters(n)])) },
  { what: 'chart axis', max: 50, min: 1, sized: (n) => chart(plot(['a'], 1, { x_label: letters(n) })) },
];

describe('limits of tables and charts', () => {
  holdTo(TABLES, (blocks) => validateMessage({ text: 't', blocks }));
});
