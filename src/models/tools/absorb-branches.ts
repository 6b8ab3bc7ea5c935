import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/value.ts';
import { namesIn } from './names-in.ts';
import { resolveRef } from './resolve-refs.ts';

/** Branches within branches; deeper ones are left out. */
const MAX_DEPTH = 8;

type BranchKeyword = 'anyOf' | 'oneOf' | 'allOf';

/**
 * The schema without the given alternatives: the properties of all branches stand side by side, what every branch
 * needs is needed, and what `allOf` says besides holds for the whole.
 */
export function absorbBranches(
  schema: JsonObject,
  root: JsonObject,
  keywords: readonly BranchKeyword[],
  depth = 0,
): JsonObject {
  const resolved = resolveRef(schema, root).schema;
  const absorbed: ReadonlySet<string> = new Set(keywords);
  const present = keywords.filter((keyword) => resolved[keyword] !== undefined);
  const own = Object.fromEntries(Object.entries(resolved).filter(([keyword]) => !absorbed.has(keyword)));
  if (present.length === 0) return own;

  let base: JsonObject = {};
  let properties: JsonObject = {};
  const required = new Set(namesIn(own['required']));
  for (const keyword of present) {
    const listed = resolved[keyword];
    if (!Array.isArray(listed) || depth >= MAX_DEPTH) continue;
    const branches = listed.filter(isJsonObject).map((branch) => absorbBranches(branch, root, keywords, depth + 1));
    for (const branch of branches) {
      properties = { ...properties, ...objectIn(branch['properties']) };
      if (keyword === 'allOf') base = { ...base, ...branch };
    }
    for (const name of neededBy(branches, keyword)) required.add(name);
  }
  properties = { ...properties, ...objectIn(own['properties']) };
  return {
    ...base,
    ...own,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

function neededBy(branches: readonly JsonObject[], keyword: BranchKeyword): readonly string[] {
  const needs = branches.map((branch) => new Set(namesIn(branch['required'])));
  const all = needs.flatMap((names) => [...names]);
  return keyword === 'allOf' ? all : all.filter((name) => needs.every((names) => names.has(name)));
}

const objectIn = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
