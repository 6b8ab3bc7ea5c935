import type { ToolChoice } from '../../ports/model.ts';
import type { ToolSpec } from '../../ports/tools.ts';

/** What a step offers the model and what it may call. */
export interface Offer {
  readonly specs: readonly ToolSpec[];
  readonly choice: ToolChoice;
  /** The filter in force; null when nothing is filtered. */
  readonly active: ReadonlySet<string> | null;
}

/** Why a name may not be called in a step, or null. Unknown tools are not this question. */
export function forbiddenBy(offer: Offer, name: string): 'filtered-out' | 'forbidden' | null {
  if (offer.active !== null && !offer.active.has(name)) return 'filtered-out';
  if (offer.choice.kind === 'none') return 'forbidden';
  if (offer.choice.kind === 'specific' && !offer.choice.names.includes(name)) return 'forbidden';
  return null;
}

/**
 * What is wrong with a request before any provider sees it, or null. Only a filter that caused it is blamed:
 * a misspelt name is a misspelt name.
 */
export function offerFault(offer: Offer, available: readonly string[]): string | null {
  const { specs, choice, active } = offer;
  const known = new Set(available);
  const unavailable = [...(active ?? [])].filter((name) => !known.has(name));
  if (unavailable.length > 0) {
    return `RequestPatch.activeTools names tools that are not available: ${list(unavailable)}.`;
  }
  if (choice.kind === 'required' && specs.length === 0) {
    return active === null
      ? 'The tool choice is required, and no tool is advertised.'
      : 'The tool choice is required, and RequestPatch.activeTools leaves no tool advertised.';
  }
  if (choice.kind !== 'specific') return null;
  if (choice.names.length === 0) return 'The tool choice is specific and names no tool.';
  const advertised = new Set(specs.map(({ name }) => name));
  const missing = choice.names.filter((name) => !advertised.has(name));
  if (missing.length === 0) return null;
  const filtered = missing.filter((name) => known.has(name) && active?.has(name) === false);
  const blame = filtered.length > 0 ? ` RequestPatch.activeTools filtered out ${list(filtered)}.` : '';
  return `The tool choice names ${list(missing)}; advertised: ${list([...advertised])}.${blame}`;
}

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
