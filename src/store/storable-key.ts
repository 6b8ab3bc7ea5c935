import { StoreError } from '../ports/store.ts';

/** PostgreSQL indexes at most 2,704 bytes of a key; 800 UTF-16 units are at most 2,400 bytes. */
export const MAX_KEY_LENGTH = 800;

/**
 * Every id that becomes a key goes through here. Both databases would change some texts silently (a lone surrogate
 * becomes U+FFFD, so that two ids become one) or refuse them obscurely (U+0000, very long ones); we refuse them plainly.
 */
export function storableKey<Key extends string>(key: Key): Key {
  if (key.length > MAX_KEY_LENGTH) {
    throw new StoreError(
      'key-unstorable',
      `a key has ${key.length} characters; at most ${MAX_KEY_LENGTH} can be stored`,
    );
  }
  if (!key.isWellFormed() || key.includes('\u0000')) {
    throw new StoreError('key-unstorable', 'a key holds characters that cannot be stored exactly');
  }
  return key;
}

/** What comes after every key that begins with `prefix`, in both databases' order of bytes. */
export const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`;
