import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import {
  type Check,
  inside,
  isList,
  isObject,
  list,
  oneOf,
  problem,
  type Rule,
  refined,
  shape,
  tagged,
  typed,
} from './rule.ts';
import { anyNumber, flag, id, integer, someText } from './values.ts';

const cell: Rule = tagged(
  new Map([
    ['raw_text', typed('raw_text', { text: someText })],
    ['raw_number', typed('raw_number', { value: anyNumber }, { text: someText })],
    ['rich_text', richText],
  ]),
);

const sameWidth: Check = (table, at) => {
  const [first, ...rest] = rowsOf(table);
  const width = first?.length ?? 0;
  return rest.flatMap((row, index) =>
    row.length === width ? [] : [problem(inside(inside(at, 'rows'), index + 1), `must provide ${width} cells`)],
  );
};

export const table: Rule = refined(
  typed(
    'table',
    { rows: list(list(cell, { min: 1, max: LIMITS.table.columns }), { min: 1, max: LIMITS.table.rows }) },
    {
      block_id: id,
      // Fewer settings than columns are fine; the columns left over take the default.
      column_settings: list(shape({}, { align: oneOf('left', 'center', 'right'), is_wrapped: flag }), {
        max: LIMITS.table.columns,
      }),
    },
  ),
  sameWidth,
);

const plainHeader: Check = (data, at) =>
  (rowsOf(data)[0] ?? []).flatMap((entry, index) =>
    isObject(entry) && entry['type'] === 'rich_text'
      ? [problem(inside(inside(at, 'rows/0'), index), 'the header row may not hold rich text')]
      : [],
  );

const identifyingColumnExists: Check = (data, at) => {
  const column = data['row_header_column_index'];
  const width = rowsOf(data)[0]?.length ?? 0;
  return typeof column === 'number' && column >= width
    ? [problem(inside(at, 'row_header_column_index'), `must be less than ${width}`)]
    : [];
};

export const dataTable: Rule = refined(
  typed(
    'data_table',
    {
      caption: someText,
      rows: list(list(cell, { min: 1, max: LIMITS.dataTable.columns }), {
        min: LIMITS.dataTable.minRows,
        max: LIMITS.dataTable.rows,
      }),
    },
    { block_id: id, page_size: integer(1, LIMITS.dataTable.page), row_header_column_index: integer(0) },
  ),
  sameWidth,
  plainHeader,
  identifyingColumnExists,
);

function rowsOf(block: Readonly<Record<string, unknown>>): readonly (readonly unknown[])[] {
  return isList(block['rows']) ? block['rows'].filter(isList) : [];
}
