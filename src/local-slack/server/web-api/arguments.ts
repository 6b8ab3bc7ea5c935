import { type JsonObject, parseJson } from '../json.ts';

/** A scalar argument; Slack takes numbers and booleans of a JSON body for their text. */
export function textArg(args: JsonObject, key: string): string | undefined {
  const value = args[key];
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * A structured argument: JSON text in a form, a plain value in a JSON body. Text that is not JSON is answered as it is,
 * for the validator to refuse. Absent and empty are `undefined`.
 */
export function jsonArg(args: JsonObject, key: string): unknown {
  const value = args[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed ? parsed.value : value;
}

export function flagArg(args: JsonObject, key: string): boolean {
  const value = textArg(args, key);
  return value === 'true' || value === '1';
}

export function numberArg(args: JsonObject, key: string): number | undefined {
  const text = textArg(args, key);
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The items of a comma-separated argument. */
export function listArg(args: JsonObject, key: string): readonly string[] {
  const items = (textArg(args, key) ?? '').split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}
