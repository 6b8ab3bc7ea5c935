import { spellNonAscii } from './hidden.ts';

/** A card that needs more warnings than this is judged by their number. */
const MAX_WARNINGS = 20;

/** Longest host shown in a warning; DNS names have at most 253 characters. */
const MAX_HOST = 253;

/**
 * `userinfo`: `https://good.example@evil.example` leads to evil.example. `backslash`: programs disagree on where the
 * host ends. `mixed-script`: letters of several alphabets in one label. `non-ascii`, `punycode`: an international
 * name, shown by code points. `ip-address`, `numeric-host`: no name at all, or an address in disguise.
 * `escaped`: percent signs in the host.
 */
export type HostTrick =
  | 'userinfo'
  | 'backslash'
  | 'mixed-script'
  | 'non-ascii'
  | 'punycode'
  | 'ip-address'
  | 'numeric-host'
  | 'escaped';

export interface HostWarning {
  readonly trick: HostTrick;
  /** Where the address leads, safe to show: every character outside printable ASCII is spelt `\u{…}`. */
  readonly host: string;
}

/** What follows `//` or `https:` up to the path. The bound keeps one huge word from being carried about. */
const AUTHORITY = /(?:\bhttps?:|:[\\/]{2})[\\/]*([^\s/?#"<>]{1,2048})/gi;
const WORD_GAP = /[^\p{L}\p{N}\p{M}._\-。．｡]+/u;
const DOTS = /[.。．｡]/u;

/** Scripts that names are made of; all others count as one more. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['none', /[\p{Script=Common}\p{Script=Inherited}]/u],
];

/** Written together in ordinary names (Unicode TS 39, "highly restrictive"). */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
];

/** Warns about addresses in a text that do not lead where they seem to. At most MAX_WARNINGS, each once, in order. */
export function markHosts(text: string): readonly HostWarning[] {
  const warnings = new Map<string, HostWarning>();
  const warn = (trick: HostTrick, host: string): void => {
    const warning: HostWarning = { trick, host: spellNonAscii(host.slice(0, MAX_HOST)) };
    if (warnings.size < MAX_WARNINGS) warnings.set(`${trick} ${warning.host}`, warning);
  };
  for (const [, authority = ''] of text.matchAll(AUTHORITY)) {
    if (authority.includes('\\')) warn('backslash', authority);
    const host = hostOf(authority);
    if (authority.includes('@')) warn('userinfo', host);
    for (const trick of tricksOf(host)) warn(trick, host);
  }
  for (const word of text.split(WORD_GAP)) {
    if (!DOTS.test(word)) continue;
    if (hasPunycode(word)) warn('punycode', word);
    if (mixesScripts(word)) warn('mixed-script', word);
  }
  return [...warnings.values()];
}

function hostOf(authority: string): string {
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:[0-9]*$/, '');
}

function tricksOf(host: string): readonly HostTrick[] {
  const tricks: HostTrick[] = [];
  if (host.includes('%')) tricks.push('escaped');
  if (host.startsWith('[') || isDottedQuad(host)) tricks.push('ip-address');
  else if (isNumeric(host)) tricks.push('numeric-host');
  if (hasPunycode(host)) tricks.push('punycode');
  if (mixesScripts(host)) tricks.push('mixed-script');
  else if (/[^\x21-\x7e]/.test(host)) tricks.push('non-ascii');
  return tricks;
}

function isDottedQuad(host: string): boolean {
  return /^(?:(?:0|[1-9][0-9]{0,2})\.){3}(?:0|[1-9][0-9]{0,2})$/.test(host);
}

/** Browsers read `2130706433`, `0x7f.1` and `0177.0.0.1` as addresses: the last part is a number. */
function isNumeric(host: string): boolean {
  return /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(host.replace(/\.$/, '').split('.').at(-1) ?? '');
}

function hasPunycode(host: string): boolean {
  return /(?:^|[.。．｡])xn--/iu.test(host);
}

function mixesScripts(host: string): boolean {
  return /[^\x21-\x7e]/.test(host) && host.split(DOTS).some(labelMixesScripts);
}

function labelMixesScripts(label: string): boolean {
  const scripts = [...new Set(Array.from(label, scriptOf))].filter((script) => script !== 'none');
  return scripts.length > 1 && !TOGETHER.some((allowed) => scripts.every((script) => allowed.has(script)));
}

function scriptOf(character: string): string {
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other';
}
