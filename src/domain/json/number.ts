import { type Cursor, refuse } from './cursor.ts';
import { denotesZero, sameDecimal } from './exact-decimal.ts';
import type { JsonFault } from './refusal.ts';

export type NumberFault = Extract<JsonFault, 'negative-zero' | 'not-finite' | 'unsafe-integer'>;

/** From here on RFC 8785 spells integers with an exponent, and nobody reads such a spelling as an exact integer. */
const SPELT_WITH_EXPONENT = 1e21;

/**
 * Two different decimals of up to 15 significant digits never become the same double, so the shortest spelling of such
 * a double is the one that was read. Counted on the whole spelling, which has no exponent.
 */
const SURELY_EXACT_LENGTH = 15;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /^[-0-9.]+$/;
const INTEGER = /^[-0-9]+$/;

const REASONS: Readonly<Record<NumberFault | 'inexact-number', string>> = {
  'negative-zero': 'Negative zero is not accepted: write 0.',
  'not-finite': 'This number is too large for a double: write it as a string.',
  'unsafe-integer': 'Integers beyond 9007199254740991 lose digits: write the number as a string.',
  'inexact-number': 'This number changes when stored as a double: write fewer digits, or write it as a string.',
};

/**
 * What keeps a number out of canonical JSON. An integer counts as unsafe if its canonical spelling is plain digits
 * beyond ±(2^53−1): such a spelling reads as an exact integer to others. `1e+30` does not, and is taken.
 */
export function numberFault(value: number): NumberFault | undefined {
  if (!Number.isFinite(value)) return 'not-finite';
  if (Object.is(value, -0)) return 'negative-zero';
  const magnitude = Math.abs(value);
  const unsafe = magnitude > Number.MAX_SAFE_INTEGER && magnitude < SPELT_WITH_EXPONENT;
  return unsafe ? 'unsafe-integer' : undefined;
}

/** RFC 8785 §3.2.2.3: ECMAScript's shortest spelling that reads back as the same double. */
export function numberText(value: number): string {
  return String(value);
}

/**
 * Reads a number and refuses every spelling whose exact decimal is not that of the double it becomes, so
 * `0e-5` and `0.0` are 0, `1e-400` is refused, and so is an integer beyond ±(2^53−1) written in plain digits.
 */
export function readNumber(cursor: Cursor): number | undefined {
  const start = cursor.at;
  NUMBER.lastIndex = start;
  const spelling = NUMBER.exec(cursor.text)?.[0];
  if (spelling === undefined) return refuse(cursor, 'syntax', 'A minus sign must be followed by digits.');
  cursor.at = start + spelling.length;
  if (isDigit(cursor.text.charCodeAt(cursor.at))) {
    return refuse(cursor, 'syntax', 'Numbers have no leading zeros.', start);
  }

  const value = Number(spelling);
  const fault = spellingFault(spelling, value);
  return fault === undefined ? value : refuse(cursor, fault, REASONS[fault], start);
}

function spellingFault(spelling: string, value: number): NumberFault | 'inexact-number' | undefined {
  if (spelling.length <= SURELY_EXACT_LENGTH && value !== 0 && PLAIN.test(spelling)) return undefined;
  if (value === 0 && !denotesZero(spelling)) return 'inexact-number';
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER && INTEGER.test(spelling)) return 'unsafe-integer';
  const fault = numberFault(value);
  if (fault !== undefined) return fault;
  return sameDecimal(spelling, numberText(value)) ? undefined : 'inexact-number';
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
