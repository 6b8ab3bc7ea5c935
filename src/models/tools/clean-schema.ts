import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/value.ts';
import { absorbBranches } from './absorb-branches.ts';
import { cleanKeyword } from './keyword.ts';
import { namesIn } from './names-in.ts';
import { resolveRef } from './resolve-refs.ts';
import type { ToolRules } from './tool-rules.ts';

/** Deeper, or with more subschemas, than any tool that a model could use; what lies beyond accepts anything. */
const MAX_DEPTH = 24;
const MAX_SCHEMAS = 4_000;

type Cleaned = Record<string, JsonValue>;

/** One pass over a schema: the rules, the root that references point into, and what is left of the budget. */
interface Pass {
  readonly rules: ToolRules;
  readonly root: JsonObject;
  schemasLeft: number;
}

/**
 * A tool's parameters as a provider takes them: an object at the top without alternatives, references resolved, only
 * keywords the provider knows, each with a value of its kind. It accepts at least what the tool's schema accepts; the
 * tool itself checks the rest.
 */
export function cleanParameters(inputSchema: JsonObject, rules: ToolRules): JsonObject {
  const pass: Pass = { rules, root: inputSchema, schemasLeft: MAX_SCHEMAS };
  const { type: _, ...top } = absorbBranches(inputSchema, inputSchema, ['anyOf', 'oneOf', 'allOf']);
  const allowed = Object.entries(top).filter(([keyword]) => !NOT_AT_TOP.has(keyword));
  const cleaned = clean({ type: 'object', ...Object.fromEntries(allowed) }, pass, [], 0);
  return { ...cleaned, properties: cleaned['properties'] ?? {} };
}

/** OpenAI and Anthropic refuse these at the top, beside the alternatives. */
const NOT_AT_TOP: ReadonlySet<string> = new Set(['enum', 'const', 'not', 'if', 'then', 'else']);

function clean(schema: JsonObject, pass: Pass, open: readonly string[], depth: number): Cleaned {
  pass.schemasLeft -= 1;
  if (depth > MAX_DEPTH || pass.schemasLeft < 0) return {};
  const resolved = resolveRef(schema, pass.root, open);
  const next = (sub: JsonValue): JsonValue => (isJsonObject(sub) ? clean(sub, pass, resolved.open, depth + 1) : {});
  const knowsAllOf = pass.rules.keywords.has('allOf');
  const whole = knowsAllOf ? resolved.schema : absorbBranches(resolved.schema, pass.root, ['allOf']);
  const cleaned: Cleaned = {};
  for (const [keyword, value] of Object.entries(whole)) {
    const kept = cleanKeyword(keyword, value, next, pass.rules);
    if (kept !== null) Object.assign(cleaned, kept);
  }
  return completed(cleaned, pass.rules);
}

/** What providers ask for beyond JSON Schema: an array says what it holds, a needed parameter is described. */
function completed(cleaned: Cleaned, rules: ToolRules): Cleaned {
  const types = namesIn(cleaned['type']);
  if (types.includes('array') && cleaned['items'] === undefined) cleaned['items'] = {};
  const required = namesIn(cleaned['required']);
  if (required.length > 0) {
    const stated = cleaned['properties'];
    const known = stated !== undefined && isJsonObject(stated) ? stated : {};
    const missing = required.filter((name) => !Object.hasOwn(known, name)).map((name) => [name, {}]);
    cleaned['properties'] = { ...known, ...Object.fromEntries(missing) };
  }
  return rules.types === 'one' ? withOneType(cleaned, types) : cleaned;
}

/** Keywords that go with one type only; as alternatives each type keeps its own. */
const OF_TYPE = new Map([
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems']],
  ['object', ['properties', 'required', 'additionalProperties']],
]);

/** `null` may stand beside one type; other lists of types become alternatives. */
function withOneType(cleaned: Cleaned, types: readonly string[]): Cleaned {
  const real = types.filter((type) => type !== 'null');
  if (real.length < 2) return cleaned;
  const { type: _, ...rest } = cleaned;
  if (rest['anyOf'] !== undefined) return rest;
  const anyOf = types.map((type) => {
    const own = (OF_TYPE.get(type) ?? []).filter((keyword) => rest[keyword] !== undefined);
    return { type, ...Object.fromEntries(own.map((keyword) => [keyword, rest[keyword] ?? {}])) };
  });
  const shared = Object.entries(rest).filter(([keyword]) => ![...OF_TYPE.values()].flat().includes(keyword));
  return { ...Object.fromEntries(shared), anyOf };
}
