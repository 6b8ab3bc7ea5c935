import { type JsonValue, readJson } from '../../domain/canonical-json.ts';
import { FORM_LIMITS } from '../../ports/edit-form.ts';
import { cutPlain, isTooLong } from './cut-boxes.ts';
import { escapedPoints, isPlain, positionIn, withoutCarriageReturns } from './spelled-text.ts';

/**
 * JSON in text boxes: indented for reading, with every character a box might not keep written `\uXXXX`, which JSON
 * itself understands. White space outside strings may be lost without harm; inside strings no box ends in it.
 */
export function spellJson(value: JsonValue): readonly string[] | null {
  const indented = JSON.stringify(value, null, 2);
  if (isTooLong(indented)) return null;
  const boxes = cutPlain(escapeInStrings(indented)) ?? cutPlain(withoutSpaceRuns(value)) ?? [];
  return boxes.length === 0 || boxes.length > FORM_LIMITS.boxesPerValue ? null : boxes;
}

/** Characters outside strings are all plain, so what gets escaped is inside one. */
function escapeInStrings(json: string): string {
  return isPlain(json) ? json : escapedPoints(json, escapeUnits).join('');
}

/** A backslash in JSON text already begins an escape of its own. */
function escapeUnits(point: string): string {
  if (point === '\\') return point;
  return Array.from(
    { length: point.length },
    (_, at) => `\\u${point.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Compact JSON, where two spaces in a row can only be inside a string: for texts with no visible place to cut at. */
function withoutSpaceRuns(value: JsonValue): string {
  return escapeInStrings(JSON.stringify(value)).replaceAll(/(?<= ) /g, '\\u0020');
}

export type BoxesReading = { kind: 'json'; json: string } | { kind: 'problem'; problem: string };

/** Reads one JSON value of any type by the strict rules for arguments, into its canonical text. */
export function readJsonBoxes(boxes: readonly string[]): BoxesReading {
  const text = withoutCarriageReturns(boxes.join(''));
  const reading = readJson(text);
  if (reading.kind === 'read') return { kind: 'json', json: reading.canonical };
  if (/[\u201c\u201d\u201e]/.test(text) && !text.includes('"')) {
    return { kind: 'problem', problem: 'Use straight quotes (") in JSON, not curly ones.' };
  }
  const where = reading.position === undefined ? '' : `${positionIn(text, reading.position)}: `;
  return { kind: 'problem', problem: `${where}${reading.reason}` };
}

/** The canonical text of a value found in a schema, which is foreign: null where it has none (half a surrogate, −0). */
export function schemaValueText(value: unknown): string | null {
  const text = value === undefined ? undefined : JSON.stringify(value);
  const reading = text === undefined ? null : readJson(text);
  return reading?.kind === 'read' ? reading.canonical : null;
}
