import { z } from 'zod';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const MAX_DAYS = 365;

/** A duration such as `30s`, `15m`, `4h` or `2d`, read to milliseconds. */
export const duration = z.string().transform((text, context) => {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * (UNIT_MS.get(unit ?? '') ?? Number.NaN);
  if (ms > 0 && ms <= MAX_DAYS * 86_400_000) return ms;
  context.addIssue({ code: 'custom', message: `expected a duration like 30m, 4h or 2d, at most ${MAX_DAYS}d` });
  return z.NEVER;
});
