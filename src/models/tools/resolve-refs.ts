import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/value.ts';

/** What a reference may point through before the pointer is taken for a mistake. */
const MAX_POINTER_PARTS = 20;

export interface Resolved {
  readonly schema: JsonObject;
  /** The references followed to get here. */
  readonly open: readonly string[];
}

/**
 * A schema with its own `$ref` replaced by what it points to, its other keywords laid over it. Within itself, or
 * within `maxOpen` others, it is a stub with its type and description.
 */
export function resolveRef(
  schema: JsonObject,
  root: JsonObject,
  open: readonly string[] = [],
  maxOpen: number = MAX_POINTER_PARTS,
): Resolved {
  const { $ref: ref, ...rest } = schema;
  if (typeof ref !== 'string') return { schema: ref === undefined ? schema : rest, open };
  const target = pointedTo(ref, root);
  if (target === null) return { schema: rest, open };
  if (open.includes(ref) || open.length >= maxOpen) return { schema: { ...stubOf(target), ...rest }, open };
  return resolveRef({ ...target, ...rest }, root, [...open, ref], maxOpen);
}

/** What a local reference points to, or null when that is no schema. */
export function pointedTo(ref: string, root: JsonObject): JsonObject | null {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return null;
  const parts = ref.slice(2).split('/');
  if (parts.length > MAX_POINTER_PARTS) return null;
  let at: JsonValue | undefined = root;
  for (const part of parts) {
    const key = unescaped(part);
    if (Array.isArray(at)) at = at[Number(key)];
    else if (at !== undefined && isJsonObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return null;
  }
  return at !== undefined && isJsonObject(at) ? at : null;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

const stubOf = ({ type, description }: JsonObject): JsonObject => ({
  ...(type === undefined ? {} : { type }),
  ...(description === undefined ? {} : { description }),
});
