// @ts-check

/**
 * @typedef {{ kind: 'paragraph', text: string }
 *   | { kind: 'heading', level: number, text: string }
 *   | { kind: 'code', text: string }
 *   | { kind: 'rule' }
 *   | { kind: 'quote', parts: Part[] }
 *   | { kind: 'list', ordered: boolean, start: number, items: { checked: boolean | undefined, parts: Part[] }[] }
 *   | { kind: 'table', align: string[], head: string[], rows: string[][] }} Part
 */

/** A quote in a list in a quote is ordinary; beyond this depth the rest is a paragraph. */
const maxDepth = 8;

const fencePattern = /^ {0,3}(`{3,}|~{3,})/;
const headingPattern = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const rulePattern = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const quotePattern = /^ {0,3}> ?/;
const itemPattern = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+|$)/;
const tableRulePattern = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * The block structure of a Markdown text: what an agent writes, not the whole of CommonMark. Text that is still
 * streaming is fine: an open code fence runs to the end.
 * @param {string} text
 * @returns {Part[]}
 */
export function markdownParts(text) {
  return partsOf(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

/**
 * @param {string[]} lines
 * @param {number} depth
 * @returns {Part[]}
 */
function partsOf(lines, depth) {
  if (depth >= maxDepth) return [{ kind: 'paragraph', text: lines.join('\n') }];
  /** @type {Part[]} */
  const parts = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const { part, taken } = partAt(lines, at, line, depth);
    if (part) parts.push(part);
    at += taken;
  }
  return parts;
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {string} line
 * @param {number} depth
 * @returns {{ part: Part | undefined, taken: number }}
 */
function partAt(lines, at, line, depth) {
  if (line.trim() === '') return { part: undefined, taken: 1 };
  const fence = fencePattern.exec(line)?.[1];
  if (fence) return fencedCode(lines, at, fence);
  const heading = headingPattern.exec(line);
  if (heading) return { part: { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }, taken: 1 };
  if (rulePattern.test(line)) return { part: { kind: 'rule' }, taken: 1 };
  if (quotePattern.test(line)) {
    const quoted = takeWhile(lines, at, (next) => quotePattern.test(next));
    const inner = quoted.map((next) => next.replace(quotePattern, ''));
    return { part: { kind: 'quote', parts: partsOf(inner, depth + 1) }, taken: quoted.length };
  }
  if (itemPattern.test(line)) return list(lines, at, depth);
  if (line.includes('|') && tableRulePattern.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-'))
    return table(lines, at);
  const first = takeWhile(lines, at + 1, (next) => next.trim() !== '' && !startsPart(next));
  return { part: { kind: 'paragraph', text: [line, ...first].join('\n').trim() }, taken: first.length + 1 };
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {string} fence
 * @returns {{ part: Part, taken: number }}
 */
function fencedCode(lines, at, fence) {
  const inside = takeWhile(
    lines,
    at + 1,
    (next) => !(next.trim().startsWith(fence) && next.trim() === fence[0]?.repeat(next.trim().length)),
  );
  return { part: { kind: 'code', text: inside.join('\n') }, taken: inside.length + 2 };
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {number} depth
 * @returns {{ part: Part, taken: number }}
 */
function list(lines, at, depth) {
  const marker = itemPattern.exec(lines[at] ?? '')?.[2] ?? '-';
  const ordered = /\d/.test(marker);
  /** @type {{ checked: boolean | undefined, parts: Part[] }[]} */
  const items = [];
  let taken = 0;
  while (at + taken < lines.length) {
    const match = itemPattern.exec(lines[at + taken] ?? '');
    if (!match || /\d/.test(match[2] ?? '') !== ordered || rulePattern.test(lines[at + taken] ?? '')) break;
    const width = match[0].length;
    const rest = takeWhile(lines, at + taken + 1, (next, before) => belongsToItem(next, before));
    const own = [(lines[at + taken] ?? '').slice(width), ...rest.map((next) => outdent(next, width))];
    const box = /^\[([ xX])\]\s+/.exec(own[0] ?? '');
    if (box) own[0] = (own[0] ?? '').slice(box[0].length);
    items.push({ checked: box ? box[1] !== ' ' : undefined, parts: partsOf(own, depth + 1) });
    taken += rest.length + 1;
  }
  return { part: { kind: 'list', ordered, start: ordered ? Number.parseInt(marker, 10) : 1, items }, taken };
}

/**
 * A later line is part of an item when it is indented, or when it goes on with the item's paragraph.
 * @param {string} line
 * @param {string} before
 */
function belongsToItem(line, before) {
  if (line.trim() === '') return true;
  if (/^(\s{2,}|\t)/.test(line)) return true;
  return before.trim() !== '' && !startsPart(line);
}

/**
 * @param {string} line
 * @param {number} width
 */
function outdent(line, width) {
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, width));
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @returns {{ part: Part, taken: number }}
 */
function table(lines, at) {
  const head = cellsOf(lines[at] ?? '');
  const align = cellsOf(lines[at + 1] ?? '').map((cell) =>
    cell.endsWith(':') ? (cell.startsWith(':') ? 'center' : 'right') : 'left',
  );
  const body = takeWhile(lines, at + 2, (next) => next.includes('|'));
  return { part: { kind: 'table', align, head, rows: body.map(cellsOf) }, taken: body.length + 2 };
}

/** @param {string} line */
function cellsOf(line) {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** @param {string} line */
function startsPart(line) {
  return [fencePattern, headingPattern, rulePattern, quotePattern, itemPattern].some((pattern) => pattern.test(line));
}

/**
 * @param {string[]} lines
 * @param {number} from
 * @param {(line: string, before: string) => boolean} belongs
 */
function takeWhile(lines, from, belongs) {
  let end = from;
  while (end < lines.length && belongs(lines[end] ?? '', lines[end - 1] ?? '')) end += 1;
  return lines.slice(from, end);
}
