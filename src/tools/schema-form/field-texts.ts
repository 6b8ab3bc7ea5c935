import type { DescribedInput } from './input-question.ts';
import { schemaValueText } from './json-text.ts';
import type { SchemaObject } from './resolve-schema.ts';

/** A hint beside a box is read, not studied: longer descriptions are cut. */
const MAX_DESCRIPTION = 240;
const MAX_DEFAULT = 60;

/** The exact property name, with the names above it and the schema's title where that says something else. */
export function labelFor(path: readonly string[], name: string, schema: SchemaObject): string {
  const above = path.at(-1) === name ? path.slice(0, -1) : path;
  const title = typeof schema['title'] === 'string' && schema['title'] !== name ? ` (${schema['title']})` : '';
  return [...above, `${name}${title}`].map((part) => (part === '' ? '""' : part)).join(' › ');
}

/** What the schema says about the value, then how it is entered. */
export function hintFor({ input, emptyMeanings, initial }: DescribedInput, schema: SchemaObject): string {
  const entry: string[] = [];
  if ('spelling' in input && input.spelling === 'escaped') {
    entry.push('Written with escapes: \\n line break, \\t tab, \\\\ backslash, \\u{…} character by code.');
  }
  if (input.kind === 'list') entry.push('One per line.');
  if (input.kind === 'json') entry.push('JSON.');
  if (input.kind === 'others') entry.push('A JSON object.');
  if (input.kind !== 'choice') entry.push(...defaultOf(schema));
  if (emptyMeanings.length === 1 && initial.whenEmpty === 'null') entry.push('Left empty: null.');
  if (emptyMeanings.length === 1 && initial.whenEmpty === 'empty') entry.push('Left empty: an empty value.');
  const said = clip(descriptionOf(schema), MAX_DESCRIPTION);
  const rules = [...boundsOf(schema), ...entry].filter((part) => part !== '');
  const ends = said === '' || rules.length === 0 || /[.!?…:;]$/.test(said);
  return [ends ? said : `${said}.`, ...rules].filter((part) => part !== '').join(' ');
}

function descriptionOf(schema: SchemaObject): string {
  const description = schema['description'];
  return typeof description === 'string' ? description.replaceAll(/\s+/g, ' ').trim() : '';
}

const BOUNDS: readonly (readonly [keyword: string, text: (limit: number) => string])[] = [
  ['minimum', (limit) => `At least ${limit}.`],
  ['maximum', (limit) => `At most ${limit}.`],
  ['minLength', (limit) => (limit > 1 ? `At least ${limit} characters.` : '')],
  ['maxLength', (limit) => `At most ${limit} characters.`],
];

function boundsOf(schema: SchemaObject): readonly string[] {
  const format = typeof schema['format'] === 'string' ? [`Format: ${schema['format']}.`] : [];
  const bounds = BOUNDS.map(([keyword, text]) => {
    const limit = schema[keyword];
    return typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? text(limit) : '';
  });
  return [...format, ...bounds];
}

function defaultOf(schema: SchemaObject): readonly string[] {
  const text = schemaValueText(schema['default']);
  return text === null || text.length > MAX_DEFAULT ? [] : [`Default: ${text}.`];
}

/** Cut on a code point, visibly. */
function clip(text: string, maxPoints: number): string {
  const points = Array.from(text);
  return points.length <= maxPoints
    ? text
    : `${points
        .slice(0, maxPoints - 1)
        .join('')
        .trimEnd()}…`;
}
