/** More different words than this in one label are not worth telling apart, and each costs memory for ever. */
const WORDS_KEPT = 64;
const OTHER = 'other';

/** Lets a bounded number of different words through as label values; whatever comes later is `other`. */
export function boundedWords(kept = WORDS_KEPT): (word: string) => string {
  const known = new Set<string>();
  return (word) => {
    if (known.size < kept) known.add(word);
    return known.has(word) ? word : OTHER;
  };
}
