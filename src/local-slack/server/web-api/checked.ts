import { type Outcome, refused } from './outcome.ts';

/** An argument after it has been looked at: its value, or what the method answers instead. */
export type Checked<T> =
  | { readonly kind: 'fine'; readonly value: T }
  | { readonly kind: 'wrong'; readonly outcome: Outcome };

export function fine<T>(value: T): Checked<T> {
  return { kind: 'fine', value };
}

export function wrong(error: string, messages: readonly string[] = []): Checked<never> {
  return { kind: 'wrong', outcome: refused(error, messages) };
}
