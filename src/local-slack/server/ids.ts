/** Ids in Slack's shapes; the same seed gives the same ids in the same order. */
export interface Ids {
  /** An upper-case id with Slack's kind of prefix: `Ev0A3K…`, `V07Q…`. */
  next(prefix: string): string;
  /** Lower-case hexadecimal, for hashes, tickets and trigger ids. */
  hex(length: number): string;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ID_LENGTH = 9;

export function makeIds(seed: number): Ids {
  const random = mulberry32(seed);
  const pick = (alphabet: string) => alphabet.charAt(Math.floor(random() * alphabet.length));
  const draw = (alphabet: string, length: number) => Array.from({ length }, () => pick(alphabet)).join('');
  return {
    next: (prefix) => `${prefix}0${draw(ALPHABET, ID_LENGTH)}`,
    hex: (length) => draw('0123456789abcdef', length),
  };
}

/** A small public-domain generator: we need repeatable, not secret. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
