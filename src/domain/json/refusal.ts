/** What is wrong with a text or a value, for tests, metrics and tables. The sentence for the model is the reason. */
export type JsonFault =
  | 'too-long'
  | 'too-deep'
  | 'too-many-values'
  | 'byte-order-mark'
  | 'lone-surrogate'
  | 'syntax'
  | 'trailing-text'
  | 'duplicate-key'
  | 'negative-zero'
  | 'not-finite'
  | 'unsafe-integer'
  | 'inexact-number'
  | 'not-an-object';

/**
 * Why a text is not taken. `reason` is one sentence a model can act on; it may quote a key of the text.
 * `position` is an offset in UTF-16 code units into the text, absent where the whole text is meant.
 */
export interface Refusal {
  readonly kind: 'refused';
  readonly fault: JsonFault;
  readonly reason: string;
  readonly position?: number;
}
