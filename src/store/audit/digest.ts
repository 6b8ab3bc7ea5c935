import { hash } from 'node:crypto';

/** One short text for some fields: two lists of fields have the same only if they are the same. */
export const digest = (...fields: readonly (string | null)[]): string =>
  hash('sha256', JSON.stringify(fields), 'base64url');
