import type { RequestPatch } from '../request-patch.ts';

/** Fields where the last hook wins; several hooks setting one of them is worth a warning, equal values included. */
const lastWins = ['preamble', 'temperature', 'maxTokens', 'toolChoice', 'history'] as const;

/** Sets nothing at all. `activeTools: []` and `history: []` set something; no context documents add nothing. */
export const isEmptyPatch = (patch: RequestPatch): boolean =>
  Object.entries(patch).every(
    ([field, value]) => value === undefined || (field === 'extraContext' && Array.isArray(value) && value.length === 0),
  );

/**
 * Two patches as one, by the rules of seed 002: context appended, parameter objects merged by top-level key,
 * allow-lists intersected in the earlier one's order, everything else to the later one.
 */
export function mergePatches(
  earlier: RequestPatch,
  later: RequestPatch,
  warn: (field: (typeof lastWins)[number]) => void,
): RequestPatch {
  for (const field of lastWins) if (earlier[field] !== undefined && later[field] !== undefined) warn(field);
  const activeTools = intersect(earlier.activeTools, later.activeTools);
  const extraContext = [...(earlier.extraContext ?? []), ...(later.extraContext ?? [])];
  const additionalParams = mergeParams(earlier.additionalParams, later.additionalParams);
  return {
    ...withoutUnset(earlier),
    ...withoutUnset(later),
    ...(activeTools !== undefined && { activeTools }),
    ...(extraContext.length > 0 && { extraContext }),
    ...(additionalParams !== undefined && { additionalParams }),
  };
}

/** Later keys win, nested objects are replaced whole, null is a value; anything but two objects is a replacement. */
export function mergeParams(earlier: unknown, later: unknown): unknown {
  if (later === undefined) return earlier;
  if (!isPlainObject(earlier) || !isPlainObject(later)) return later;
  return Object.fromEntries([...Object.entries(earlier), ...Object.entries(later)]);
}

/** Undefined unless both narrow: then the one that does, if any, stands as it is. */
function intersect(earlier?: readonly string[], later?: readonly string[]): readonly string[] | undefined {
  if (earlier === undefined || later === undefined) return undefined;
  const kept = new Set(later);
  return earlier.filter((name) => kept.has(name));
}

/** An own field that is undefined must not hide what an earlier hook set. */
function withoutUnset(patch: RequestPatch): RequestPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
