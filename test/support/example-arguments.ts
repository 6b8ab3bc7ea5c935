/**
 * Example arguments for a JSON Schema, made the same from the same seed. They aim at what tools of MCP servers declare
 * and may miss a `pattern` or a cross-field rule: check them against the schema before relying on that.
 */
export type ExampleStyle =
  /** only what is required */
  | 'minimal'
  /** every property, plain values */
  | 'full'
  /** a random choice of properties, values that forms get wrong: null, empty, odd spaces, controls, emoji, long */
  | 'odd';

type Random = () => number;
type Schema = Readonly<Record<string, unknown>>;

interface Making {
  readonly root: unknown;
  readonly style: ExampleStyle;
  readonly random: Random;
  readonly depth: number;
}

const MAX_DEPTH = 8;

export function exampleArguments(schema: unknown, style: ExampleStyle, seed: number): unknown {
  return make(schema, { root: schema, style, random: mulberry32(seed), depth: 0 });
}

function make(given: unknown, making: Making): unknown {
  const schema = follow(given, making.root);
  if (making.depth > MAX_DEPTH) return null;
  const deeper = { ...making, depth: making.depth + 1 };
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0) return pick(schema['enum'], making.random);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && schema['type'] === undefined) return make(pick(branches, making.random), deeper);
  if (Array.isArray(branches) && isSchema(schema['properties']) && isSchema(branches[0])) {
    const { anyOf: _any, oneOf: _one, ...rest } = schema;
    return make({ ...rest, required: [...names(rest['required']), ...names(branches[0]['required'])] }, making);
  }
  switch (typeOf(schema, making.random)) {
    case 'string':
      return text(schema, making);
    case 'integer':
      return Math.trunc(number(schema, making, 1));
    case 'number':
      return number(schema, making, making.style === 'odd' ? 0.25 : 1);
    case 'boolean':
      return making.random() < 0.5;
    case 'null':
      return null;
    case 'array':
      return list(schema, deeper);
    case 'object':
      return object(schema, deeper);
    default:
      return pick(['any', 7, null, { nested: [1, 'two'] }], making.random);
  }
}

function object(schema: Schema, making: Making): unknown {
  const required = new Set(names(schema['required']));
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const entries: [string, unknown][] = [];
  for (const [name, property] of properties) {
    const wanted = making.style === 'full' || (making.style === 'odd' && making.random() < 0.6);
    if (required.has(name) || wanted) entries.push([name, make(property, making)]);
  }
  const extra = schema['additionalProperties'];
  if (
    making.style !== 'minimal' &&
    (isSchema(extra) || (extra !== false && properties.length === 0 && making.depth > 1))
  ) {
    entries.push(['extra key', make(isSchema(extra) ? extra : { type: 'string' }, making)]);
  }
  return Object.fromEntries(entries);
}

function list(schema: Schema, making: Making): unknown {
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const usual = making.style === 'minimal' ? 0 : making.style === 'full' ? 2 : Math.floor(making.random() * 4);
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Number.POSITIVE_INFINITY;
  const items = Array.from({ length: Math.min(most, Math.max(least, usual)) }, () => make(schema['items'], making));
  return schema['uniqueItems'] === true
    ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
    : items;
}

const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-11-29'],
  ['date-time', '2026-11-29T10:00:00Z'],
  ['time', '10:00:00Z'],
  ['email', 'ada@example.com'],
  ['uri', 'https://example.com/a?b=c&d=e'],
  ['url', 'https://example.com/'],
  ['uuid', '6f1c2f6e-2d7c-4b55-9d3f-6a5f0f6f2d10'],
  ['ipv4', '192.0.2.1'],
  ['hostname', 'example.com'],
]);

const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  ' leading and trailing ',
  'two\nlines',
  'ends in a line break\n',
  '\r\n\twindows',
  'C:\\new\\table',
  'a &lt; b &amp;&amp; <c>',
  'emoji 😀👩‍👩‍👧 and \u202eoverride',
  'e\u0301 and \u00e9 and \u212b',
  'no\u00a0break\u2003spaces\u200b',
  'null',
  '"quoted"',
  'nul\u0000byte',
  'ordinary words',
  'x < y '.repeat(1_200),
  `a${' '.repeat(4_000)}z`,
  '😀'.repeat(900),
];

function text(schema: Schema, { random, style }: Making): string {
  const format = FORMATS.get(schema['format']);
  if (format !== undefined) return format;
  const least = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0;
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Number.POSITIVE_INFINITY;
  const base = style === 'odd' ? pick(ODD_TEXTS, random) : pick(['alpha', 'beta gamma', 'line one\nline two'], random);
  const chosen = typeof schema['pattern'] === 'string' ? matching(schema['pattern'], base, least) : base;
  const padded = chosen.padEnd(least, 'x');
  return Array.from(padded).length > most ? padded.slice(0, most).toWellFormed() : padded;
}

const CANDIDATES = [
  'a',
  'abc',
  'ABC',
  '1',
  '12345',
  'a-b',
  'A1',
  '/a',
  'https://example.com',
  '#ff0000',
  'a/b',
  '0x1f',
  'ABC-123',
  'SHR-T1',
  'SHR-R1',
  'x'.repeat(24),
  'a'.repeat(24),
];

function matching(pattern: string, otherwise: string, least: number): string {
  try {
    const wanted = new RegExp(pattern, 'u');
    return (
      [otherwise, ...FORMATS.values(), ...CANDIDATES].find(
        (candidate) => candidate.length >= least && wanted.test(candidate),
      ) ?? otherwise
    );
  } catch {
    return otherwise;
  }
}

function number(schema: Schema, { random, style }: Making, step: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = { ...NO_BOUNDS, ...schema };
  const low =
    typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : null;
  const high =
    typeof maximum === 'number' ? maximum : typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : null;
  if (low !== null) return Math.min(low + Math.floor(random() * 3) * step, high ?? Number.POSITIVE_INFINITY);
  if (high !== null) return high - Math.floor(random() * 3) * step;
  return style === 'odd' && step < 1
    ? pick([0, -1.5, 1e21, 1e-7, 123_456_789.125], random)
    : Math.floor(random() * 100);
}

const NO_BOUNDS = { minimum: undefined, maximum: undefined, exclusiveMinimum: undefined, exclusiveMaximum: undefined };

function typeOf(schema: Schema, random: Random): unknown {
  if (Array.isArray(schema['type'])) return pick(schema['type'], random);
  if (schema['type'] !== undefined) return schema['type'];
  if (isSchema(schema['properties'])) return 'object';
  return 'items' in schema ? 'array' : undefined;
}

function follow(schema: unknown, root: unknown): Schema {
  let current = schema;
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    if (!isSchema(current)) return {};
    if (Array.isArray(current['allOf']))
      current = Object.assign({}, current, ...current['allOf'], { allOf: undefined });
    else if (typeof current['$ref'] === 'string') current = target(current['$ref'], root);
    else return current;
  }
  return {};
}

function target(reference: string, root: unknown): unknown {
  const steps = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '');
  return steps.reduce<unknown>(
    (at, step) =>
      isSchema(at) || Array.isArray(at) ? Object.entries(at).find(([key]) => key === step)?.[1] : undefined,
    root,
  );
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick<T>(values: readonly T[], random: Random): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** A small seeded generator: the same examples on every machine. */
function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
