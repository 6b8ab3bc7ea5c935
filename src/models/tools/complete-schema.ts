import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/value.ts';
import { namesIn } from './names-in.ts';
import type { ToolRules } from './tool-rules.ts';

/** What providers ask for beyond JSON Schema: an array says what it holds, a needed parameter is described. */
export function completed(cleaned: Record<string, JsonValue>, rules: ToolRules): JsonObject {
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
function withOneType(cleaned: JsonObject, types: readonly string[]): JsonObject {
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
