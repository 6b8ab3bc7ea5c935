/** Choices of one history, in the order they are asked for. A tape that has run out always answers 0: the dull choice. */
export interface Tape {
  /** An integer from 0 up to, not including, `below`. */
  choose(below: number): number;
  readonly isOver: boolean;
}

export function tapeOf(choices: ArrayLike<number>): Tape {
  let at = 0;
  return {
    choose(below) {
      const choice = choices[at] ?? 0;
      at += 1;
      return choice % below;
    },
    get isOver() {
      return at >= choices.length;
    },
  };
}

/** xorshift32: the same seed gives the same tape on every machine. */
export function randomTape(seed: number, length: number): Uint8Array {
  let state = (seed + 1) * 0x9e3779b1 || 1;
  return Uint8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 8) & 0xff;
  });
}
