/**
 * Characters that show as nothing, as a blank that is not U+0020, as something else on every screen, or that move
 * their neighbours: control, format, private use, unassigned, lone surrogates, separators, everything Unicode calls
 * default-ignorable (fillers, joiners, tags, variation selectors), the braille blank and the null note head.
 * Line feed and tab are left to whoever lays the text out.
 */
const HIDDEN =
  /[[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]--[ \n\t]]/gv;

/** Foreign text that looks like one of our own marks: `⟨3000×␠⟩`, `⟨12 characters not shown⟩`, `•••• (len 9…)`. */
const LIKE_OUR_MARKS = /⟨(?=[0-9])|•(?=••• \()/g;

export interface Revealed {
  readonly text: string;
  /** Hidden characters that were there. */
  readonly found: number;
}

/** Spells hidden characters and imitations of our marks as `\u{…}`; a backslash of the text itself is left alone. */
export function revealCharacters(text: string): Revealed {
  let found = 0;
  const shown = text.replace(HIDDEN, (character) => {
    found += 1;
    return spelled(character);
  });
  return { text: shown.replace(LIKE_OUR_MARKS, spelled), found };
}

/** Every character outside printable ASCII as `\u{…}`: for host names, where a letter may pass for another. */
export function spellNonAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, spelled);
}

export function spelled(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
