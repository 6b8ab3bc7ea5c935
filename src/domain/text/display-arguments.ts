import { readArguments } from '../canonical-json.ts';
import { isJsonObject, type JsonArray, type JsonObject, type JsonScalar, type JsonValue } from '../json/value.ts';
import { revealHidden } from '../visible-text.ts';
import { codePoints } from './clip.ts';
import { drawString, type SecretDisplay } from './draw-string.ts';
import { type HostWarning, markHosts } from './hosts.ts';
import { maskOf, namesSecret } from './secrets.ts';
import { utf8Length } from './utf8-length.ts';

const STEP = '  ';

/** Shown without quotes: nothing in such a name can be taken for anything else. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

export interface ArgumentsDisplay {
  /** All of the arguments, one member a line. For a card it is clipped, for "View all" it is cut into pages. */
  readonly text: string;
  /** Length of `argsJson`, in code points and in UTF-8 bytes. */
  readonly characters: number;
  readonly bytes: number;
  /** Hidden characters outside masked secrets, each shown as `\u{…}` or counted in a `⟨…×\u{…}⟩`. */
  readonly hidden: number;
  /** JSON Pointers of the values that are masked in whole or in part, hidden characters revealed. */
  readonly masked: readonly string[];
  readonly hosts: readonly HostWarning[];
}

interface Drawing {
  readonly secrets: SecretDisplay;
  readonly lines: string[];
  readonly foreign: string[];
  readonly masked: string[];
  hidden: number;
}

/** Where members and elements stand: how far in, the JSON Pointer above them, and whether a name above is secret. */
interface Inside {
  readonly indent: string;
  readonly pointer: string;
  readonly secret: boolean;
}

/** Where one value stands, and its label: `name:` or `-`. */
interface Place extends Inside {
  readonly label: string;
}

/** Stored arguments that do not read back: the store was changed by another hand, and no card may be made of them. */
export class UnreadableArguments extends Error {
  override readonly name = 'UnreadableArguments';
  readonly code = 'unreadable-arguments';
}

/**
 * Draws canonical arguments for a person: names in canonical order, strings in quotes with JSON's escapes, texts of
 * several lines behind a bar, hidden characters visible, padding counted. Different arguments are drawn differently;
 * the one exception are masked secrets of equal length and fingerprint. Throws UnreadableArguments.
 */
export function displayArguments(argsJson: string, options: { readonly secrets: SecretDisplay }): ArgumentsDisplay {
  const reading = readArguments(argsJson);
  if (reading.kind === 'refused') throw new UnreadableArguments(`The stored arguments do not read: ${reading.fault}`);
  const drawing: Drawing = { secrets: options.secrets, lines: [], foreign: [], masked: [], hidden: 0 };
  drawMembers(drawing, reading.value, { indent: '', pointer: '', secret: false });
  return {
    text: drawing.lines.length === 0 ? '{}' : drawing.lines.join('\n'),
    characters: codePoints(argsJson),
    bytes: utf8Length(argsJson),
    hidden: drawing.hidden,
    masked: drawing.masked,
    // One text, so that the bound on warnings is one bound; the gap keeps neighbours from making up an address.
    hosts: markHosts(drawing.foreign.join(' \n ')),
  };
}

function drawMembers(drawing: Drawing, object: JsonObject, parent: Inside): void {
  for (const [name, value] of Object.entries(object).sort(byName)) {
    drawing.foreign.push(name);
    drawValue(drawing, value, {
      label: `${PLAIN_NAME.test(name) ? name : drawnName(drawing, name)}:`,
      indent: parent.indent,
      pointer: `${parent.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      secret: parent.secret || namesSecret(name),
    });
  }
}

function drawElements(drawing: Drawing, array: JsonArray, parent: Inside): void {
  for (const [index, value] of array.entries()) {
    drawValue(drawing, value, { ...parent, label: '-', pointer: `${parent.pointer}/${index}` });
  }
}

function drawValue(drawing: Drawing, value: JsonValue, place: Place): void {
  const head = place.indent + place.label;
  const inner: Inside = { ...place, indent: place.indent + STEP };
  if (isJsonObject(value)) {
    drawing.lines.push(Object.keys(value).length === 0 ? `${head} {}` : head);
    drawMembers(drawing, value, inner);
  } else if (typeof value === 'object' && value !== null) {
    drawing.lines.push(value.length === 0 ? `${head} []` : head);
    drawElements(drawing, value, inner);
  } else {
    drawScalar(drawing, value, place);
  }
}

function drawScalar(drawing: Drawing, value: JsonScalar, place: Place): void {
  const head = place.indent + place.label;
  const mask = wholeMask(drawing, value, place);
  if (mask !== undefined || typeof value !== 'string') {
    drawing.lines.push(`${head} ${mask ?? String(value)}`);
    return;
  }
  drawing.foreign.push(value);
  if (!value.includes('\n')) {
    drawing.lines.push(`${head} ${drawnText(drawing, value, 'quoted', place)}`);
    return;
  }
  drawing.lines.push(`${head} |`);
  for (const line of drawnText(drawing, value, 'lines', place).split('\n')) {
    drawing.lines.push(`${place.indent}${STEP}│ ${line}`);
  }
}

/** The mask of a text or number whose name says it is secret. */
function wholeMask(drawing: Drawing, value: JsonScalar, place: Place): string | undefined {
  if (drawing.secrets.kind !== 'mask' || !place.secret) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  drawing.masked.push(revealHidden(place.pointer).text);
  return maskOf(String(value), drawing.secrets.fingerprintOf);
}

/** A name is never masked: without it nobody could tell what is hidden. */
function drawnName(drawing: Drawing, name: string): string {
  const { text, hidden } = drawString(name, 'quoted', { kind: 'show' });
  drawing.hidden += hidden;
  return text;
}

function drawnText(drawing: Drawing, value: string, style: 'quoted' | 'lines', place: Place): string {
  const { text, hidden, masked } = drawString(value, style, drawing.secrets);
  drawing.hidden += hidden;
  if (masked > 0) drawing.masked.push(revealHidden(place.pointer).text);
  return text;
}

/** Canonical order, by UTF-16 code units. Names in one object differ. */
function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
