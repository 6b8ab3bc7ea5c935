/**
 * What happens when a call is dispatched twice, as its tool declares. Decides what a crash between
 * intent and result leads to: `once` is never run again blindly.
 */
export type EffectKind = 'read' | 'idempotent' | 'keyed' | 'reconcilable' | 'once';

/** Whether a call that may already have run can be dispatched again with the same key. */
export const mayRepeat = (effect: EffectKind): boolean =>
  effect === 'read' || effect === 'idempotent' || effect === 'keyed';
