import type { RequestPatch } from '../request-patch.ts';

type Check = (value: unknown) => boolean;

/** What each field must be, as far as sending it depends on it. */
const fields: Readonly<Record<keyof RequestPatch, Check>> = {
  preamble: (value) => typeof value === 'string',
  temperature: (value) => Number.isFinite(value),
  maxTokens: (value) => Number.isInteger(value) && Number(value) >= 0,
  toolChoice: isToolChoice,
  activeTools: isTexts,
  additionalParams: () => true,
  extraContext: (value) => isListOf(value, ({ id, text }) => typeof id === 'string' && typeof text === 'string'),
  history: (value) => isListOf(value, ({ kind }) => messageKinds.has(kind)),
};
const checks: ReadonlyMap<string, Check> = new Map(Object.entries(fields));
const messageKinds: ReadonlySet<unknown> = new Set(['user', 'assistant', 'results', 'summary']);
const choicesWithoutNames: ReadonlySet<unknown> = new Set(['auto', 'none', 'required']);

/**
 * What is wrong with a patch, as the end of a sentence about its hook; null for nothing. Hooks are written by others, and
 * a type is no check: whatever a hook returns, the run ends in good order.
 */
export function patchFault(patch: unknown): string | null {
  if (!isRecord(patch)) return 'returned a patch that is no object';
  for (const [field, value] of Object.entries(patch)) {
    const check = checks.get(field);
    if (check === undefined) return 'set a field that a request patch has not';
    if (value !== undefined && !check(value)) return `set ${field} to something it cannot be`;
  }
  return null;
}

function isToolChoice(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return value['kind'] === 'specific' ? isTexts(value['names']) : choicesWithoutNames.has(value['kind']);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

const isListOf = (value: unknown, holds: (one: Readonly<Record<string, unknown>>) => boolean): boolean =>
  Array.isArray(value) && value.every((one: unknown) => isRecord(one) && holds(one));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
