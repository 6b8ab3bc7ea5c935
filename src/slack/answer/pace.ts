/** The first words should be there at once, … */
const FIRST_INTERVAL_MS = 300;
/** … a long answer may arrive in larger pieces: a 10,000-token one stays under 40 calls. */
const LONGEST_INTERVAL_MS = 5_000;
const GROWTH = 1.25;

/** How long after the n-th write of an answer the next one waits, so that what arrives meanwhile goes in one call. */
export const intervalAfter = (writes: number): number =>
  Math.min(LONGEST_INTERVAL_MS, FIRST_INTERVAL_MS * GROWTH ** Math.max(0, writes - 1));
