// @ts-check
/** @import { Span } from './spans.js' */
import { isEmoji } from './emoji.js';

/** Bold in italic in strike in bold: deeper nesting is somebody's test, and stays plain. */
const maxDepth = 4;

const marks = new Map(
  /** @type {[string, 'bold' | 'italic' | 'strike'][]} */ ([
    ['*', 'bold'],
    ['_', 'italic'],
    ['~', 'strike'],
  ]),
);

/**
 * One line of Slack's mrkdwn, with Slack's three entities still escaped.
 * @param {string} text
 * @param {number} [depth]
 * @returns {Span[]}
 */
export function mrkdwnSpans(text, depth = 0) {
  /** @type {Span[]} */
  const spans = [];
  let plain = '';
  const flush = () => {
    if (plain) spans.push({ kind: 'text', text: unescapeText(plain) });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const found = spanAt(text, at, depth);
    if (found) {
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
 * @param {string} text with Slack's escapes
 * @returns {string}
 */
export function unescapeText(text) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ span: Span, end: number } | undefined}
 */
function spanAt(text, at, depth) {
  const character = text[at] ?? '';
  if (character === '<') return angleAt(text, at);
  if (character === '`') return codeAt(text, at);
  if (character === ':') return emojiAt(text, at);
  const kind = marks.get(character);
  if (!kind || depth >= maxDepth) return undefined;
  const end = closingMark(text, at, character);
  if (end === undefined) return undefined;
  return { span: { kind, spans: mrkdwnSpans(text.slice(at + 1, end), depth + 1) }, end: end + 1 };
}

/**
 * A mark opens after a non-word character and before a non-space, and closes the other way round: `2 * 3 * 4` and
 * `snake_case_name` stay as they are.
 * @param {string} text
 * @param {number} at
 * @param {string} mark
 */
function closingMark(text, at, mark) {
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') || /[\s]/.test(text[at + 1] ?? ' ') || text[at + 1] === mark)
    return undefined;
  for (let end = text.indexOf(mark, at + 2); end !== -1; end = text.indexOf(mark, end + 1)) {
    if (!/\s/.test(text[end - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(text[end + 1] ?? ' ')) return end;
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ span: Span, end: number } | undefined}
 */
function codeAt(text, at) {
  const end = text.indexOf('`', at + 1);
  if (end <= at + 1) return undefined;
  return { span: { kind: 'code', text: unescapeText(text.slice(at + 1, end)) }, end: end + 1 };
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
 * `<@U…>`, `<#C…|name>`, `<!here>`, `<!subteam^S…>`, `<!date^…|fallback>`, `<url|label>`.
 * @param {string} text
 * @param {number} at
 * @returns {{ span: Span, end: number } | undefined}
 */
function angleAt(text, at) {
  const end = text.indexOf('>', at + 1);
  if (end === -1) return undefined;
  const inside = text.slice(at + 1, end);
  const bar = inside.indexOf('|');
  const target = bar === -1 ? inside : inside.slice(0, bar);
  const label = bar === -1 ? undefined : unescapeText(inside.slice(bar + 1));
  const span = angleSpan(target, label);
  return span && { span, end: end + 1 };
}

/**
 * @param {string} target
 * @param {string | undefined} label
 * @returns {Span | undefined}
 */
function angleSpan(target, label) {
  if (/^@[UW][A-Z0-9]+$/.test(target)) return { kind: 'person', id: target.slice(1) };
  if (/^#[CGD][A-Z0-9]+$/.test(target)) return { kind: 'channel', id: target.slice(1) };
  if (target.startsWith('!subteam^')) return { kind: 'group', id: target.slice('!subteam^'.length) };
  if (target.startsWith('!date^')) return { kind: 'text', text: label ?? target };
  if (/^!(here|channel|everyone)$/.test(target)) return { kind: 'broadcast', range: target.slice(1) };
  if (!target || /\s/.test(target)) return undefined;
  const url = unescapeText(target);
  return { kind: 'link', url, spans: [{ kind: 'text', text: label || url.replace(/^mailto:/, '') }] };
}
