import type { JsonValue } from '../../domain/json/value.ts';

/** The texts of a keyword that holds one or a list of them. */
export const namesIn = (value: JsonValue | undefined): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');
