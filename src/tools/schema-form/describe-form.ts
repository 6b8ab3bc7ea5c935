import { canonicalText, type JsonObject, readArguments } from '../../domain/canonical-json.ts';
import { FORM_LIMITS, type FormDescription, type FormField } from '../../ports/edit-form.ts';
import { compileSchema } from '../json-schema-validator.ts';
import { describeAsJson, describeTop, type Member, type Plan } from './describe-group.ts';
import { fitsView } from './form-size.ts';
import { readNode } from './schema-node.ts';

/** Objects nested deeper than this are one JSON field: their labels would no longer be readable. */
const MAX_GROUP_DEPTH = 3;

const NO_ARGUMENTS = 'This tool takes no arguments, so there is nothing to edit.';
const UNCHECKED = "This tool's schema cannot be used, so what you enter is not checked against it.";

/**
 * The edit form for arguments proposed under a JSON Schema. Properties get typed fields where one shows the value
 * exactly, JSON fields where not; a schema that cannot be compiled gets one JSON field and a note. Refused with a
 * reason for a person when there is nothing to edit or the arguments do not fit into a form. Never throws.
 *
 * Left out, null and empty stay apart: an empty box means "left out" for an optional value and "missing" for a
 * required one. Where the schema allows null, or the proposal itself was null or empty, the field says which of them
 * an empty box means, and asks where there is more than one answer. Selects list "Leave out" and null as options.
 */
export function describeForm(schema: unknown, argsJson: string): FormDescription {
  const reading = readArguments(argsJson);
  if (reading.kind === 'refused') {
    return { kind: 'refused', reason: `These arguments cannot be read: ${reading.reason}` };
  }
  const args = reading.value;
  const asJson = () => describeAsJson(args, planOf(schema, 0));
  if (compileSchema(schema).kind === 'unusable') return finish(asJson(), schema, args, [UNCHECKED]);
  if (Object.keys(args).length === 0 && takesNothing(schema)) return { kind: 'refused', reason: NO_ARGUMENTS };

  for (const plan of plansFor(schema, new Set(Object.keys(args)))) {
    const top = describeTop(schema, args, plan);
    if (top === null || fitsView(fieldsOf(top))) return finish(top, schema, args, []);
  }
  return finish(asJson(), schema, args, []);
}

/** From the most typed form to the smallest: less depth, then no fields for what the proposal leaves out. */
function plansFor(schema: unknown, present: ReadonlySet<string>): readonly Plan[] {
  const byDepth = Array.from({ length: MAX_GROUP_DEPTH + 1 }, (_, step) => planOf(schema, MAX_GROUP_DEPTH - step));
  const { shape } = readNode(schema, schema);
  const absent = shape.kind === 'object' ? [...shape.properties.keys()].filter((name) => !present.has(name)) : [];
  return absent.length === 0 ? byDepth : [...byDepth, planOf(schema, 0, new Set(absent))];
}

function planOf(root: unknown, maxDepth: number, folded: ReadonlySet<string> = new Set()): Plan {
  let count = 0;
  const nextId = () => `f${count++}`;
  return { root, maxDepth, folded, nextId };
}

/** An object schema that names no property and opens no door to others; a bare schema may take anything. */
function takesNothing(schema: unknown): boolean {
  const { schema: top, shape } = readNode(schema, schema);
  const doors = ['additionalProperties', 'patternProperties', 'anyOf', 'oneOf'];
  const isOpen = doors.some((door) => top[door] !== undefined && top[door] !== false);
  return shape.kind === 'any' && top['type'] === 'object' && !isOpen;
}

function finish(root: Member | null, schema: unknown, args: JsonObject, notes: readonly string[]): FormDescription {
  const fields = root === null ? [] : fieldsOf(root);
  if (root === null || !fitsView(fields)) return { kind: 'refused', reason: tooLong(args) };
  return { kind: 'form', root, fields, argsJson: canonicalText(args), schema, notes };
}

function tooLong(args: JsonObject): string {
  const lengths = Object.entries(args).map(([name, value]) => ({ name, length: canonicalText(value).length }));
  const longest = lengths.reduce((one, other) => (other.length > one.length ? other : one), { name: '', length: 0 });
  const { boxesPerValue, boxLength, bytes } = FORM_LIMITS;
  return (
    `These arguments are too long to be edited in a form: “${longest.name}” alone takes ${longest.length} characters. ` +
    `A form holds up to ${boxesPerValue * boxLength} for one value, and about ${bytes} bytes in all. ` +
    'Deny the call and say what should change.'
  );
}

function fieldsOf(member: Member): readonly FormField[] {
  if (member.kind === 'field') return [member];
  const asked = member.whenEmpty.kind === 'asked' ? [member.whenEmpty.field] : [];
  return [...asked, ...member.members.flatMap(fieldsOf)];
}
