import { Ajv as AjvDraft07, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPluginOptions } from 'ajv-formats';

/** One place where a value does not fit its schema. `path` names the value; `keyword` and `params` are ajv's. */
export interface SchemaError {
  readonly path: readonly string[];
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** ajv's own sentence; made from the schema, never from the value. */
  readonly message: string;
}

export type CompiledSchema =
  | { readonly kind: 'compiled'; readonly errorsOf: (value: unknown) => readonly SchemaError[] }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Errors looked at for one value; a list of 50,000 wrong items must not make 50,000 messages. */
const MAX_ERRORS = 100;

/** Compiled schemas by identity. Bounded by what it remembers: an entry goes when its schema object does. */
const compiledSchemas = new WeakMap<object, CompiledSchema>();

/**
 * The validator of one JSON Schema, 2020-12 unless `$schema` says draft-07 (or -06). Unknown keywords and formats are
 * tolerated, as MCP servers use both. Each schema gets its own ajv instance, so that equal `$id`s of two servers never
 * meet. A schema ajv cannot compile (unknown type, bad pattern, remote `$ref`) is `unusable`; nothing is ever fetched.
 */
export function compileSchema(schema: unknown): CompiledSchema {
  if (schema === true) return { kind: 'compiled', errorsOf: () => [] };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return { kind: 'unusable', reason: 'The schema is not a JSON object.' };
  }
  const known = compiledSchemas.get(schema);
  if (known) return known;
  const compiled = compile(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
}

function compile(schema: object): CompiledSchema {
  const { $schema, ...withoutDialect } = { $schema: undefined, ...schema };
  try {
    const validate = makeAjv($schema).compile(withoutDialect);
    return {
      kind: 'compiled',
      errorsOf: (value) => (validate(value) ? [] : (validate.errors ?? []).slice(0, MAX_ERRORS).map(schemaError)),
    };
  } catch (error) {
    return { kind: 'unusable', reason: error instanceof Error ? error.message : 'The schema could not be compiled.' };
  }
}

/**
 * `ownProperties`: a property named `constructor` or `toString` is present only when the arguments carry it. Without
 * meta-schemas and optimised code a schema compiles in less than half the time; most are used for one form.
 */
function makeAjv(dialect: unknown): AjvDraft07 {
  const options = {
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
    logger: false,
  } as const;
  const isDraft07 = typeof dialect === 'string' && /draft-0[67]\b/.test(dialect);
  const ajv = isDraft07 ? new AjvDraft07(options) : new Ajv2020(options);
  addFormats(ajv, {});
  return ajv;
}

/** The package is CommonJS whose default export is the plugin; its types put it one level deeper. */
function addFormats(ajv: AjvDraft07, options: FormatsPluginOptions): void {
  addFormatsModule.default(ajv, options);
}

function schemaError(error: ErrorObject): SchemaError {
  return {
    path: error.instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')),
    keyword: error.keyword,
    params: error.params,
    message: error.message ?? 'does not fit the schema',
  };
}
