import { FORM_LIMITS, type Spelling } from '../../ports/edit-form.ts';
import { COMBINING, cutPlain, fillBox, isTooLong } from './cut-boxes.ts';

/**
 * Text as a text box keeps it. A box is trusted with visible characters, single spaces and line breaks between them;
 * it may trim its ends, turn emoji into `:names:`, compose accents, drop control characters or decode `&lt;`. Whatever
 * it is not trusted with is spelled `\n \t \r \\ \u{hex}`, which also shows a person what would be invisible.
 */
const UNTRUSTED =
  /(?![ \n])[\p{C}\p{Z}\p{Emoji_Presentation}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\u2800]/u;
const ENTITY = /&(?=(?:amp|lt|gt|quot|apos|nbsp|#\w{1,8});)/g;

/** Whether a box gives this text back exactly as it is. A single line may not hold a line break. */
export function isPlain(text: string): boolean {
  const composed = text.normalize('NFC') === text;
  return composed && text === text.trim() && text.search(ENTITY) === -1 && !UNTRUSTED.test(text);
}

export interface SpelledText {
  readonly spelling: Spelling;
  readonly boxes: readonly string[];
}

/** The boxes for a text and how it is spelled in them; null when it needs more boxes than a form may have. */
export function spellText(text: string): SpelledText | null {
  if (isTooLong(text)) return null;
  const plain = isPlain(text) ? cutPlain(text) : null;
  const spelled = plain
    ? { spelling: 'plain' as const, boxes: plain }
    : { spelling: 'escaped' as const, boxes: cutEscaped(text) };
  return spelled.boxes.length > FORM_LIMITS.boxesPerValue ? null : spelled;
}

/**
 * The boxes for texts that are one line each. A text with a line break, or one a box would not keep, makes all of them
 * escaped; null for an empty text, which no line can show, and for more than a form holds.
 */
export function spellLines(texts: readonly string[]): SpelledText | null {
  if (texts.includes('')) return null;
  const plain = texts.every((text) => isPlain(text) && !text.includes('\n'));
  const lines = texts.map((text) => (plain ? text : escapeLine(text))).join('\n');
  const boxes = isTooLong(lines) ? null : cutPlain(lines);
  if (boxes === null || boxes.length > FORM_LIMITS.boxesPerValue) return null;
  return { spelling: plain ? 'plain' : 'escaped', boxes };
}

function escapeLine(text: string): string {
  const tokens = escapedPoints(text, escapePoint).map((token) => (token === '\n' ? escapeEdge(token) : token));
  tokens[0] = escapeEdge(tokens[0] ?? '');
  tokens[tokens.length - 1] = escapeEdge(tokens.at(-1) ?? '');
  return tokens.join('');
}

function cutEscaped(text: string): readonly string[] {
  const tokens = escapedPoints(text, escapePoint);
  const boxes: string[] = [];
  for (let start = 0; start < tokens.length; ) {
    const end = fillBox(tokens, start);
    const box = tokens.slice(start, end);
    box[0] = escapeEdge(box[0] ?? '');
    box[box.length - 1] = escapeEdge(box.at(-1) ?? '');
    boxes.push(box.join(''));
    start = end;
  }
  return boxes;
}

/** The code points of a text, each one a box is not trusted with replaced by its escape. */
export function escapedPoints(text: string, escapeOf: (point: string) => string): string[] {
  const entities = new Set(Array.from(text.matchAll(ENTITY), (match) => match.index));
  const composed = text.normalize('NFC') === text;
  let offset = 0;
  let mayAccent = false;
  return Array.from(text, (point) => {
    const combines = COMBINING.test(point);
    // An accent would go on to the last letter of an escape before it; a blank may become one at the end of a box.
    const recomposes = combines ? mayAccent || !composed : !composed && point.normalize('NFC') !== point;
    const isEntity = entities.has(offset);
    offset += point.length;
    const escaped = recomposes || isEntity || point === '\\' || UNTRUSTED.test(point);
    mayAccent = escaped || point === ' ' || point === '\n';
    return escaped ? escapeOf(point) : point;
  });
}

function escapePoint(point: string): string {
  if (point === '\\') return '\\\\';
  if (point === '\t') return '\\t';
  return point === '\r' ? '\\r' : codePointEscape(point);
}

function escapeEdge(token: string): string {
  if (token === '\n') return '\\n';
  return token === ' ' ? codePointEscape(token) : token;
}

function codePointEscape(point: string): string {
  return `\\u{${(point.codePointAt(0) ?? 0).toString(16)}}`;
}

const ESCAPE = /\\(?:([ntr\\])|u\{([0-9a-fA-F]{1,6})\})?/g;

/** Reads boxes back. `problem` is a sentence for a person. */
export function readSpelled(
  spelling: Spelling,
  boxes: readonly string[],
): { kind: 'text'; text: string } | { kind: 'problem'; problem: string } {
  const entered = withoutCarriageReturns(boxes.join(''));
  if (spelling === 'plain') return { kind: 'text', text: entered };

  let problem: string | null = null;
  const text = entered.replace(ESCAPE, (whole, letter: string | undefined, hex: string | undefined, at: number) => {
    const decoded = decodeEscape(letter, hex);
    problem ??= decoded === null ? `${positionIn(entered, at)}: a backslash is written \\\\ here.` : null;
    return decoded ?? whole;
  });
  return problem === null ? { kind: 'text', text } : { kind: 'problem', problem };
}

function decodeEscape(letter: string | undefined, hex: string | undefined): string | null {
  if (letter !== undefined) return letter === 'n' ? '\n' : letter === 't' ? '\t' : letter === 'r' ? '\r' : '\\';
  const point = hex === undefined ? Number.NaN : Number.parseInt(hex, 16);
  const isCharacter = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : null;
}

/** Boxes may come back with Windows line ends; a real carriage return is only ever written `\r`. */
export function withoutCarriageReturns(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** "Line 3, column 14" of a UTF-16 offset. */
export function positionIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
