import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/value.ts';
import type { ToolRules } from './tool-rules.ts';

/** Cleans a subschema. */
type Next = (schema: JsonValue) => JsonValue;
type Reader = (value: JsonValue, next: Next) => JsonValue | null;

const TYPES: ReadonlySet<JsonValue> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

const text: Reader = (value) => (typeof value === 'string' ? value : null);
const number: Reader = (value) => (typeof value === 'number' ? value : null);
const count: Reader = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
const anything: Reader = (value) => value;
const isSchema = (value: JsonValue): boolean => typeof value === 'boolean' || isJsonObject(value);
const schema: Reader = (value, next) => (isSchema(value) ? next(value) : null);
const openOrSchema: Reader = (value, next) => (typeof value === 'boolean' ? value : schema(value, next));
const schemas: Reader = (value, next) => {
  const listed = Array.isArray(value) ? value.filter(isSchema) : [];
  return listed.length > 0 ? listed.map(next) : null;
};
const named: Reader = (value, next) =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([name, sub]) => (isSchema(sub) ? [[name, next(sub)]] : [])))
    : null;
const names: Reader = (value) => {
  const listed = Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  return listed.length > 0 ? [...new Set(listed)] : null;
};
const types: Reader = (value) => {
  if (typeof value === 'string') return TYPES.has(value) ? value : null;
  const known = Array.isArray(value) ? [...new Set(value.filter((type) => TYPES.has(type)))] : [];
  return known.length > 0 ? (known.length === 1 ? (known[0] ?? null) : known) : null;
};

/** Each keyword with what its value must be; one of another kind makes some providers refuse the whole request. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['title', text],
  ['description', text],
  ['format', text],
  ['pattern', text],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', (value) => (typeof value === 'number' && value > 0 ? value : null)],
  ['minLength', count],
  ['maxLength', count],
  ['minItems', count],
  ['maxItems', count],
  ['minProperties', count],
  ['maxProperties', count],
  ['uniqueItems', (value) => (typeof value === 'boolean' ? value : null)],
  ['default', anything],
  ['const', anything],
  ['enum', (value) => (Array.isArray(value) && value.length > 0 ? value : null)],
  ['examples', (value) => (Array.isArray(value) ? value : null)],
  ['additionalProperties', openOrSchema],
  ['not', schema],
  ['contains', schema],
  ['propertyNames', schema],
  ['if', schema],
  ['then', schema],
  ['else', schema],
  ['anyOf', schemas],
  ['oneOf', schemas],
  ['allOf', schemas],
  ['prefixItems', schemas],
  ['patternProperties', named],
]);

/** Keywords every provider reads. */
const ALWAYS: ReadonlyMap<string, Reader> = new Map([
  ['type', types],
  ['properties', named],
  ['required', names],
]);

/** What becomes of one keyword: the keywords that take its place, or null when it is left out. */
export function cleanKeyword(keyword: string, value: JsonValue, next: Next, rules: ToolRules): JsonObject | null {
  if (keyword === 'items') return itemsOf(value, next);
  const always = ALWAYS.get(keyword);
  if (always !== undefined) return kept(keyword, always(value, next));
  if (rules.keywords.has(keyword)) {
    const read = READERS.get(keyword)?.(value, next) ?? null;
    return keyword === 'enum' && rules.types === 'one' ? kept(keyword, plainValues(read)) : kept(keyword, read);
  }
  if (keyword === 'oneOf') return kept('anyOf', schemas(value, next));
  if (keyword === 'const') return kept('enum', plainValues([value]));
  if (keyword === 'exclusiveMinimum') return kept('minimum', number(value, next));
  if (keyword === 'exclusiveMaximum') return kept('maximum', number(value, next));
  return null;
}

const kept = (keyword: string, value: JsonValue | null): JsonObject | null =>
  value === null ? null : { [keyword]: value };

/** A list is draft-07's way to say what the first items are. */
function itemsOf(value: JsonValue, next: Next): JsonObject | null {
  if (!Array.isArray(value)) return kept('items', schema(value, next));
  return { ...kept('prefixItems', schemas(value, next)), items: {} };
}

/** Gemini knows only texts and numbers as values to choose from. */
const plainValues: (value: JsonValue | null) => JsonValue | null = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number') ? value : null;
