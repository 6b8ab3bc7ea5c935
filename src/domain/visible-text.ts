import { type Revealed, revealCharacters, spelled } from './text/hidden.ts';

/** Deeper than code is indented, and as wide as a phone: past it, blanks push what follows out of sight. */
const PADDING_COLUMNS = 48;
const TAB_COLUMNS = 4;

/** Line breaks with only blanks between them: more than the paragraphs and sections of a text need. */
const PADDING_BREAKS = 5;

/** The same hidden character this often in a row says nothing that its count does not. */
const PADDING_HIDDEN = 8;

const BLANK_RUN = new RegExp(`[ \\n\\t]{${PADDING_BREAKS},}`, 'g');
// A run after a backslash starts one later: that backslash may be half of an escaped one.
const HIDDEN_RUN = new RegExp(`(?<!\\\\)(\\\\u\\{[0-9a-f]{1,6}\\})\\1{${PADDING_HIDDEN - 1},}`, 'g');
/** A few blanks over and over, or else one kind of blank. */
const BLANK_PATTERN = /([ \n\t]{1,4}?)\1{7,}| +|\n+|\t+/g;
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  [' ', '␠'],
  ['\n', '␊'],
  ['\t', '␉'],
]);
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/**
 * Makes every hidden, bidirectional, blank-looking or unassigned character visible as `\u{…}`, and never removes one.
 * A `\u{` that the text itself holds becomes `\u{5c}u{`, so different texts never look the same afterwards.
 * Line feeds and tabs stay.
 */
export function revealHidden(text: string): Revealed {
  return revealCharacters(text.replace(/\\(?=u\{)/g, spelled));
}

/**
 * Replaces long runs of blanks, line breaks, tabs and of one revealed character by their count, `⟨3000×␠⟩`, so that
 * nothing after them is pushed out of sight. A mixed run becomes `⟨40×␠␊⟩` or several counts in a row; nothing is lost.
 * Comes after revealHidden, which keeps foreign text from imitating the counts.
 */
export function collapsePadding(text: string): string {
  const blanksCounted = text.replace(BLANK_RUN, (run) => (isPadding(run) ? run.replace(BLANK_PATTERN, counted) : run));
  return blanksCounted.replace(HIDDEN_RUN, (run: string, unit: string) => `⟨${run.length / unit.length}×${unit}⟩`);
}

/** Slack's own escaping, for the rare foreign text that has to stand in mrkdwn. Clip before: an entity is longer. */
export function escapeMrkdwn(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES.get(character) ?? character);
}

function isPadding(run: string): boolean {
  let columns = 0;
  let breaks = 0;
  for (const blank of run) {
    if (blank === '\n') breaks += 1;
    else columns += blank === '\t' ? TAB_COLUMNS : 1;
    if (columns >= PADDING_COLUMNS || breaks >= PADDING_BREAKS) return true;
  }
  return false;
}

function counted(run: string, repeated: string | undefined): string {
  const unit = repeated ?? run.charAt(0);
  const symbols = Array.from(unit, (blank) => SYMBOLS.get(blank) ?? blank);
  return `⟨${run.length / unit.length}×${symbols.join('')}⟩`;
}
