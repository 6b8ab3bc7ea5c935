import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/value.ts';
import { absorbBranches } from './absorb-branches.ts';
import { completed } from './complete-schema.ts';
import { cleanKeyword } from './keyword.ts';
import { pointedTo, resolveRef } from './resolve-refs.ts';
import type { ToolRules } from './tool-rules.ts';

/** Deeper, or with more subschemas, than any tool that a model could use; what lies beyond accepts anything. */
const MAX_DEPTH = 24;
const MAX_SCHEMAS = 4_000;

/** How many references within one another are written out: the first of these at which the text is not too long. */
const WRITTEN_OUT_DEPTHS = [12, 6, 4, 3, 2, 1, 0] as const;
/** A schema that was longer before may stay so; every request carries it. */
const MAX_WRITTEN_OUT_CHARS = 20_000;

/** One pass over a schema. */
interface Pass {
  readonly rules: ToolRules;
  /** What references point into. */
  readonly root: JsonObject;
  readonly maxOpen: number;
  /** References met so far, with the place in `$defs` each is given. */
  readonly shared: Map<string, string>;
  schemasLeft: number;
}

/**
 * A tool's parameters as a provider takes them: an object at the top without alternatives, only keywords the provider
 * knows, each with a value of its kind. It accepts at least what the tool's schema accepts; the tool checks the rest.
 */
export function cleanParameters(inputSchema: JsonObject, rules: ToolRules): JsonObject {
  if (rules.references === 'shared') return cleanWhole(inputSchema, rules, 0);
  const enough = Math.max(MAX_WRITTEN_OUT_CHARS, JSON.stringify(inputSchema).length);
  let shortest: JsonObject = {};
  for (const depth of WRITTEN_OUT_DEPTHS) {
    shortest = cleanWhole(inputSchema, rules, depth);
    if (JSON.stringify(shortest).length <= enough) break;
  }
  return shortest;
}

/** OpenAI and Anthropic refuse these at the top, beside the alternatives. */
const NOT_AT_TOP: ReadonlySet<string> = new Set(['enum', 'const', 'not', 'if', 'then', 'else']);

function cleanWhole(root: JsonObject, rules: ToolRules, maxOpen: number): JsonObject {
  const pass: Pass = { rules, root, maxOpen, shared: new Map(), schemasLeft: MAX_SCHEMAS };
  const { type: _, ...top } = absorbBranches(root, root, ['anyOf', 'oneOf', 'allOf']);
  const allowed = Object.entries(top).filter(([keyword]) => !NOT_AT_TOP.has(keyword));
  const cleaned = clean({ type: 'object', ...Object.fromEntries(allowed) }, pass, [], 0);
  const definitions = definitionsOf(pass);
  const properties = cleaned['properties'] ?? {};
  return { ...cleaned, properties, ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }) };
}

/** Cleans what references point to; that may meet further references, which join the end of the map. */
function definitionsOf(pass: Pass): readonly (readonly [string, JsonObject])[] {
  const definitions: (readonly [string, JsonObject])[] = [];
  for (const [ref, name] of pass.shared) {
    definitions.push([name, clean(pointedTo(ref, pass.root) ?? {}, pass, [], 0)]);
  }
  return definitions;
}

function clean(schema: JsonObject, pass: Pass, open: readonly string[], depth: number): JsonObject {
  pass.schemasLeft -= 1;
  if (depth > MAX_DEPTH || pass.schemasLeft < 0) return {};
  const { $ref: ref } = schema;
  if (pass.rules.references === 'shared' && typeof ref === 'string') return sharedRef(ref, schema, pass, depth);

  const resolved = resolveRef(schema, pass.root, open, pass.maxOpen);
  const next = (sub: JsonValue): JsonValue => (isJsonObject(sub) ? clean(sub, pass, resolved.open, depth + 1) : {});
  const knowsAllOf = pass.rules.keywords.has('allOf');
  const whole = knowsAllOf ? resolved.schema : absorbBranches(resolved.schema, pass.root, ['allOf']);
  const cleaned: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(whole)) {
    const kept = cleanKeyword(keyword, value, next, pass.rules);
    if (kept !== null) Object.assign(cleaned, kept);
  }
  return completed(cleaned, pass.rules);
}

/** A reference to a definition of ours: pointers into the schema may not survive its cleaning. */
function sharedRef(ref: string, schema: JsonObject, pass: Pass, depth: number): JsonObject {
  const { $ref: _, ...rest } = schema;
  const beside = clean(rest, pass, [], depth + 1);
  if (pointedTo(ref, pass.root) === null) return beside;
  const name = pass.shared.get(ref) ?? `s${pass.shared.size + 1}`;
  pass.shared.set(ref, name);
  return { ...beside, $ref: `#/$defs/${name}` };
}
