/** What each provider refuses in a tool's parameters, written down apart from the code that keeps to it. */

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema in a schema, itself first. */
function* schemasIn(schema: Schema): Generator<Schema> {
  yield schema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (VALUES.has(keyword)) continue;
    const inside = NAMED.has(keyword) ? Object.values(value ?? {}) : [value];
    for (const sub of inside.flat()) if (isSchema(sub)) yield* schemasIn(sub);
  }
}

const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);
const COMBINED = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', 'const', 'if'];

/** OpenAI and Anthropic: "must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level". */
function* faultsAtTop(schema: Schema): Generator<string> {
  if (schema['type'] !== 'object') yield 'the top is not an object';
  for (const keyword of COMBINED) if (schema[keyword] !== undefined) yield `${keyword} at the top`;
}

export function* anthropicFaults(schema: Schema): Generator<string> {
  yield* faultsAtTop(schema);
  yield* looseEnds(schema);
  for (const name of Object.keys(schema['properties'] ?? {})) {
    if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) yield `property key ${name}`;
  }
}

/** References lead to a definition of the schema itself. */
function* looseEnds(schema: Schema): Generator<string> {
  const definitions = schema['$defs'] ?? {};
  for (const { $ref: ref } of schemasIn(schema)) {
    if (ref === undefined) continue;
    const name = typeof ref === 'string' ? ref.replace('#/$defs/', '') : '';
    if (!Object.hasOwn(definitions, name)) yield `reference ${JSON.stringify(ref)}`;
  }
}

export function* openaiFaults(schema: Schema): Generator<string> {
  yield* faultsAtTop(schema);
  yield* looseEnds(schema);
  for (const one of schemasIn(schema)) {
    const types = [one['type']].flat();
    if (types.includes('array') && one['items'] === undefined) yield 'array schema missing items';
  }
}

const GEMINI: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  'properties',
  'additionalProperties',
  'required',
]);

export function* googleFaults(schema: Schema): Generator<string> {
  if (schema['type'] !== 'object') yield 'the top is not an object';
  for (const one of schemasIn(schema)) {
    for (const keyword of Object.keys(one)) if (!GEMINI.has(keyword)) yield keyword;
    const types = [one['type']].flat();
    if (types.includes('array') && one['items'] === undefined) yield 'array schema missing items';
    if (types.filter((type) => type !== undefined && type !== 'null').length > 1) yield 'several types';
    const choice = one['enum'];
    if (Array.isArray(choice) && choice.some((value) => !['string', 'number'].includes(typeof value)))
      yield 'enum values';
    const required = one['required'];
    for (const name of Array.isArray(required) ? required : []) {
      if (!Object.hasOwn(one['properties'] ?? {}, String(name))) yield `required ${String(name)} is not a property`;
    }
  }
}
