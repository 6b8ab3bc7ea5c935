import type { KnownBlock } from '@slack/types';
import { clip, pagesOf } from '../../domain/text/clip.ts';
import { type ArgumentsDisplay, displayArguments } from '../../domain/text/display-arguments.ts';
import type { HostTrick } from '../../domain/text/hosts.ts';
import { fingerprintOf, sha256Hex } from '../fingerprint.ts';
import { PAGE_BLOCK_CHARS, PAGE_BLOCKS } from './limits.ts';
import { note, preformatted } from './rich.ts';

const MASKED = { secrets: { kind: 'mask', fingerprintOf } } as const;
const SHOWN = { secrets: { kind: 'show' } } as const;

/** Arguments as everybody may see them: secrets masked. */
export const maskedArguments = (argsJson: string): ArgumentsDisplay => masked(argsJson);

const masked = rememberingLast((argsJson) => displayArguments(argsJson, MASKED));
const shown = rememberingLast((argsJson) => displayArguments(argsJson, SHOWN));

const pagesByView = {
  masked: rememberingLast((argsJson) => pagesIn(masked(argsJson).text)),
  shown: rememberingLast((argsJson) => pagesIn(shown(argsJson).text)),
} as const;

/** A megabyte takes a good part of a second to draw and to cut, and what draws it asks several times in a row. */
function rememberingLast<T>(make: (argsJson: string) => T): (argsJson: string) => T {
  let last: { readonly argsJson: string; readonly made: T } | null = null;
  return (argsJson) => {
    if (last?.argsJson !== argsJson) last = { argsJson, made: make(argsJson) };
    return last.made;
  };
}

/** Arguments as blocks of at most `limit` characters, with what a careful reader has to know about them. */
export function argumentBlocks(argsJson: string, limit: number): { blocks: readonly KnownBlock[]; whole: boolean } {
  const display = maskedArguments(argsJson);
  const head = clip(display.text, limit);
  const notes = warnings(display);
  if (head.omitted > 0) {
    const size = `${display.characters.toLocaleString('en-US')} characters, ${display.bytes.toLocaleString('en-US')} bytes`;
    notes.unshift(`Not everything fits here: ${size}, SHA-256 ${sha256Hex(argsJson).slice(0, 16)}…`);
  }
  const blocks: KnownBlock[] = [preformatted(head.text), ...notes.map((text) => note(text))];
  return { blocks, whole: head.omitted === 0 };
}

/** What a careful reader has to know about arguments that are shown elsewhere. */
export const warningNotes = (argsJson: string): readonly KnownBlock[] =>
  warnings(maskedArguments(argsJson)).map((text) => note(text));

/** Whether a card shows everything, so that it can be approved there. */
export const fitsOnCard = (argsJson: string, limit: number): boolean =>
  clip(maskedArguments(argsJson).text, limit).omitted === 0;

/** All of the arguments in pages of blocks; the last character is on the last page. */
export const argumentPages = (argsJson: string, view: 'masked' | 'shown'): readonly (readonly string[])[] =>
  pagesByView[view](argsJson);

function pagesIn(text: string): readonly (readonly string[])[] {
  const parts = pagesOf(text, PAGE_BLOCK_CHARS);
  const pages: (readonly string[])[] = [];
  for (let from = 0; from < parts.length; from += PAGE_BLOCKS) pages.push(parts.slice(from, from + PAGE_BLOCKS));
  return pages.length === 0 ? [['{}']] : pages;
}

const trickWords: Readonly<Record<HostTrick, string>> = {
  userinfo: 'what stands before the @ is not where it leads',
  backslash: 'it is unclear where the address ends',
  'mixed-script': 'letters of several alphabets',
  'non-ascii': 'letters that may look like others',
  punycode: 'an encoded international name',
  'ip-address': 'a number in place of a name',
  'numeric-host': 'an address in disguise',
  escaped: 'an encoded name',
};
const HOSTS_NAMED = 3;

function warnings({ hidden, masked, hosts }: ArgumentsDisplay): string[] {
  const found: string[] = [];
  if (hidden > 0) found.push(`⚠ ${hidden} hidden characters, shown as \\u{…}.`);
  if (masked.length > 0)
    found.push(`${masked.length} values look secret and are masked here; the call uses the real ones.`);
  for (const { trick, host } of hosts.slice(0, HOSTS_NAMED))
    found.push(`⚠ Look at the address ${host}: ${trickWords[trick]}.`);
  if (hosts.length > HOSTS_NAMED) found.push(`⚠ ${hosts.length - HOSTS_NAMED} more addresses need a second look.`);
  return found;
}
