interface Decimal {
  /** Significant digits, first and last not zero; empty for zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly exponent: number;
}

/**
 * Whether two JSON number spellings denote exactly the same decimal, signs aside: `1.0`, `1e0` and `10e-1` do,
 * `0.1` and `0.1000000000000000055` do not. Exponents must be safe integers, as they are in every spelling whose
 * double is finite and not zero.
 */
export function sameDecimal(left: string, right: string): boolean {
  if (left === right) return true;
  const a = decimalOf(left);
  const b = decimalOf(right);
  return a.digits === b.digits && (a.digits === '' || a.exponent === b.exponent);
}

/** Whether every digit before the exponent is zero. */
export function denotesZero(spelling: string): boolean {
  return decimalOf(spelling).digits === '';
}

function decimalOf(spelling: string): Decimal {
  const exponentAt = spelling.search(/[eE]/);
  const mantissa = (exponentAt < 0 ? spelling : spelling.slice(0, exponentAt)).replace('-', '');
  const point = mantissa.indexOf('.');
  const digits = mantissa.replace('.', '');
  const fraction = point < 0 ? 0 : mantissa.length - point - 1;

  // Loops, because a pattern for the zeros at the end backtracks quadratically over a long run inside. Outside the
  // digits there is no zero to go on with.
  let first = 0;
  while (digits[first] === '0') first += 1;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;

  const written = exponentAt < 0 ? 0 : Number(spelling.slice(exponentAt + 1));
  return { digits: digits.slice(first, end), exponent: written - fraction + (digits.length - end) };
}
