// @ts-check
/** @import { Span } from './spans.js' */
import { isEmoji } from './emoji.js';

/** As in mrkdwn: deeper nesting stays plain. */
const maxDepth = 4;

/** Longest first, so that `**` is not read as two `*`. */
const marks = /** @type {[string, 'bold' | 'italic' | 'strike'][]} */ ([
  ['**', 'bold'],
  ['__', 'bold'],
  ['~~', 'strike'],
  ['*', 'italic'],
  ['_', 'italic'],
]);

/**
 * Running Markdown: emphasis, code, links, Slack's mentions, hard line breaks. HTML is text.
 * @param {string} text
 * @param {number} [depth]
 * @returns {Span[]}
 */
export function markdownSpans(text, depth = 0) {
  /** @type {Span[]} */
  const spans = [];
  let plain = '';
  const flush = () => {
    if (plain) spans.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const found = spanAt(text, at, depth);
    if (typeof found === 'string') {
      plain += found;
      at += found.length + 1;
    } else if (found) {
      flush();
      spans.push(found.span);
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return spans;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ span: Span, end: number } | string | undefined} a string is a character that was escaped with a backslash
 */
function spanAt(text, at, depth) {
  switch (text[at]) {
    case '\\':
      return /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '') ? text[at + 1] : undefined;
    case '\n':
      return { span: { kind: 'break' }, end: at + 1 };
    case '`':
      return codeAt(text, at);
    case ':':
      return emojiAt(text, at);
    case '[':
      return linkAt(text, at, depth);
    case '!':
      return text[at + 1] === '[' ? linkAt(text, at + 1, depth) : undefined;
    case '<':
      return angleAt(text, at);
    case 'h':
      return bareAddressAt(text, at);
    default:
      return markAt(text, at, depth);
  }
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ span: Span, end: number } | undefined}
 */
function codeAt(text, at) {
  const fence = /^`+/.exec(text.slice(at))?.[0] ?? '`';
  const end = text.indexOf(fence, at + fence.length);
  if (end === -1) return undefined;
  return {
    span: { kind: 'code', text: text.slice(at + fence.length, end).replace(/^ (.*) $/, '$1') },
    end: end + fence.length,
  };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ span: Span, end: number } | undefined}
 */
function emojiAt(text, at) {
  const match = /^:([a-z0-9_+-]{1,40}):/.exec(text.slice(at, at + 42));
  if (!match?.[1] || !isEmoji(match[1])) return undefined;
  return { span: { kind: 'emoji', name: match[1] }, end: at + match[0].length };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ span: Span, end: number } | undefined}
 */
function linkAt(text, at, depth) {
  const match = /^\[([^\]\n]*)\]\(<?([^\s)>]+)>?(?:\s+"[^"]*")?\)/.exec(text.slice(at));
  if (!match || depth >= maxDepth) return undefined;
  const url = match[2] ?? '';
  return { span: { kind: 'link', url, spans: markdownSpans(match[1] || url, depth + 1) }, end: at + match[0].length };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ span: Span, end: number } | undefined}
 */
function angleAt(text, at) {
  const match =
    /^<(?:@([UW][A-Z0-9]+)|#([CGD][A-Z0-9]+)|!(here|channel|everyone)|((?:https?:\/\/|mailto:)[^\s>|]+)(?:\|([^>]*))?)>/.exec(
      text.slice(at),
    );
  if (!match) return undefined;
  const end = at + match[0].length;
  const [, person, channel, range, url, label] = match;
  if (person) return { span: { kind: 'person', id: person }, end };
  if (channel) return { span: { kind: 'channel', id: channel }, end };
  if (range) return { span: { kind: 'broadcast', range }, end };
  return { span: { kind: 'link', url: url ?? '', spans: [{ kind: 'text', text: label || (url ?? '') }] }, end };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ span: Span, end: number } | undefined}
 */
function bareAddressAt(text, at) {
  if (/\w/.test(text[at - 1] ?? ' ')) return undefined;
  const match = /^https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"*_~]/.exec(text.slice(at));
  if (!match) return undefined;
  return {
    span: { kind: 'link', url: match[0], spans: [{ kind: 'text', text: match[0] }] },
    end: at + match[0].length,
  };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ span: Span, end: number } | undefined}
 */
function markAt(text, at, depth) {
  const found = marks.find(([mark]) => text.startsWith(mark, at));
  if (!found || depth >= maxDepth) return undefined;
  const [mark, kind] = found;
  const start = at + mark.length;
  const insideWord = /[\p{L}\p{N}]/u;
  if (/\s/.test(text[start] ?? ' ') || (mark.startsWith('_') && insideWord.test(text[at - 1] ?? ' '))) return undefined;
  for (let end = text.indexOf(mark, start + 1); end !== -1; end = text.indexOf(mark, end + 1)) {
    const closesWord = !mark.startsWith('_') || !insideWord.test(text[end + mark.length] ?? ' ');
    const longerMark = mark.length === 1 && (text[end + 1] === mark || text[end - 1] === mark);
    if (!/\s/.test(text[end - 1] ?? ' ') && closesWord && !longerMark)
      return { span: { kind, spans: markdownSpans(text.slice(start, end), depth + 1) }, end: end + mark.length };
  }
  return undefined;
}
