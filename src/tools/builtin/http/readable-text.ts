import { decodeEntities } from './entities.ts';

/** Elements whose content is for machines. */
const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object']);
/** Elements that stand on lines of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol option p pre section table title tr ul'.split(
    ' ',
  ),
);

interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly attributes: string;
}

/**
 * The text of an HTML page in reading order: no scripts, styles or comments, a line for each block, link targets behind
 * their words. One pass, so that a hostile page costs no more than its length. It is not a sanitiser: the result is
 * text for a model, never markup for a browser.
 */
export function readableText(html: string, base: URL): string {
  const parts: string[] = [];
  let link: string | null = null;
  let at = 0;
  while (at < html.length) {
    const opening = nextMarkup(html, at);
    parts.push(decodeEntities(html.slice(at, opening).replace(/\s+/g, ' ')));
    if (opening === html.length) break;
    const end = endOfMarkup(html, opening);
    const tag = readTag(html.slice(opening, end));
    at = end;
    if (tag === null) continue;
    if (UNREAD.has(tag.name) && !tag.closes) {
      at = tag.attributes.endsWith('/') ? end : closingOf(html, tag.name, end);
    } else if (tag.name === 'a') {
      if (link !== null) parts.push(` (${link})`);
      link = tag.closes ? null : targetOf(tag, base);
    } else if (BLOCKS.has(tag.name)) {
      parts.push(tag.name === 'li' && !tag.closes ? '\n- ' : '\n');
    } else if (tag.name === 'td' || tag.name === 'th') {
      parts.push(' ');
    }
  }
  return tidy(parts.join(''));
}

/** Where the next tag or comment starts; a lone `<` is text. */
function nextMarkup(html: string, from: number): number {
  let at = html.indexOf('<', from);
  while (at !== -1 && !/[a-z/!?]/i.test(html.charAt(at + 1))) at = html.indexOf('<', at + 1);
  return at === -1 ? html.length : at;
}

function endOfMarkup(html: string, opening: number): number {
  const [closing, length] = html.startsWith('<!--', opening) ? (['-->', 3] as const) : (['>', 1] as const);
  const end = html.indexOf(closing, opening);
  return end === -1 ? html.length : end + length;
}

/** Where an unread element's closing tag starts. What stands before it is not markup, so its own `<` mean nothing. */
function closingOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

function readTag(markup: string): Tag | null {
  const [, slash = '', name = '', attributes = ''] = /^<(\/?)([a-z][a-z0-9]*)([^>]*)>?$/i.exec(markup) ?? [];
  return name === '' ? null : { name: name.toLowerCase(), closes: slash !== '', attributes };
}

/** The absolute address a link leads to; null where it leads nowhere on the web. */
function targetOf({ attributes }: Tag, base: URL): string | null {
  const [, quoted, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  const url = URL.parse(decodeEntities(quoted ?? single ?? bare ?? '#'), base.href);
  return url === null || !/^https?:$/.test(url.protocol) || url.hash !== '' ? null : url.href;
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[ \t]+/g, ' ').trim());
  return lines.filter((line) => line !== '' && line !== '-').join('\n');
}
