import { countedLength, type Markup } from './counted-length.ts';
import { LIMITS } from './limits.ts';
import { type Problem, problem, type Rule } from './rule.ts';

/** A string of `min` to `max` counted characters. */
export function text(max: number, options: { readonly min?: number; readonly markup?: Markup } = {}): Rule {
  const { min = 1, markup = 'plain' } = options;
  return (value, at) => {
    if (typeof value !== 'string') return [problem(at, 'must provide a string')];
    const length = countedLength(value, markup);
    if (length < min) return [problem(at, `must be more than ${min - 1} characters`)];
    if (length > max) return [problem(at, `must be less than ${max + 1} characters`)];
    return [];
  };
}

/** A string of any length but zero. */
export const someText: Rule = text(Number.POSITIVE_INFINITY);

/** `block_id`, `action_id`, `callback_id`, `external_id`. */
export const id: Rule = text(LIMITS.id);

export const flag: Rule = (value, at) => (typeof value === 'boolean' ? [] : [problem(at, 'must provide a boolean')]);

export const anyNumber: Rule = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? [] : [problem(at, 'must provide a number')];

export const positiveNumber: Rule = (value, at) =>
  typeof value === 'number' && value > 0 ? [] : [problem(at, 'must be a number greater than 0')];

export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Rule {
  return (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return [problem(at, 'must provide an integer')];
    if (value < min) return [problem(at, `must be greater than ${min - 1}`)];
    if (value > max) return [problem(at, `must be less than ${max + 1}`)];
    return [];
  };
}

/** A string in a fixed form, such as a date. `form` is what the complaint calls it. */
export function matching(pattern: RegExp, form: string): Rule {
  return (value, at) =>
    typeof value === 'string' && pattern.test(value) ? [] : [problem(at, `must be in the format ${form}`)];
}

/** An absolute URL of at most 3000 characters. */
export const link: Rule = (value, at) => {
  const problems: readonly Problem[] = text(LIMITS.url)(value, at);
  if (problems.length > 0 || (typeof value === 'string' && URL.canParse(value))) return problems;
  return [problem(at, 'must be a valid URL')];
};
