import { readArguments } from '../../domain/canonical-json.ts';
import { FORM_LIMITS, type FormDescription, type FormField, type FormModel } from '../../ports/edit-form.ts';
import { compileSchema } from '../json-schema-validator.ts';
import { describeAsJson, describeTop, type Member, type Plan } from './describe-group.ts';
import { readNode } from './schema-node.ts';

/** Objects nested deeper than this are one JSON field: their labels would no longer be readable. */
const MAX_GROUP_DEPTH = 3;

const TOO_LONG = 'These arguments are too long to be edited in a form. Deny the call and say what should change.';
const NO_ARGUMENTS = 'This tool takes no arguments, so there is nothing to edit.';

/**
 * The edit form for arguments proposed under a JSON Schema. Properties get typed fields where one shows the value
 * exactly, JSON fields where not; a schema that cannot be compiled gets one JSON field and a note. Refused with a
 * reason for a person when there is nothing to edit or the arguments do not fit into a form. Never throws.
 */
export function describeForm(schema: unknown, argsJson: string): FormDescription {
  const reading = readArguments(argsJson);
  if (reading.kind === 'refused')
    return { kind: 'refused', reason: `These arguments cannot be read: ${reading.reason}` };

  const compiled = compileSchema(schema);
  if (compiled.kind === 'unusable') {
    const note = `This tool's schema cannot be used (${compiled.reason}), so what you enter is not checked against it.`;
    return finish(describeAsJson(reading.value, planOf(schema, 0)), schema, reading.argsJson, [note]);
  }
  if (reading.argsJson === '{}' && takesNothing(schema)) return { kind: 'refused', reason: NO_ARGUMENTS };

  for (const plan of plansFor(schema, new Set(Object.keys(reading.value)))) {
    const top = describeTop(schema, reading.value, plan);
    if (top === null || fitsView(fieldsOf(top))) return finish(top, schema, reading.argsJson, []);
  }
  return finish(describeAsJson(reading.value, planOf(schema, 0)), schema, reading.argsJson, []);
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

function finish(root: Member | null, schema: unknown, argsJson: string, notes: readonly string[]): FormDescription {
  if (root === null) return { kind: 'refused', reason: TOO_LONG };
  const fields = fieldsOf(root);
  const model: FormModel = { kind: 'form', root, fields, argsJson, schema, notes };
  return fitsView(fields) ? model : { kind: 'refused', reason: TOO_LONG };
}

function fieldsOf(member: Member): readonly FormField[] {
  if (member.kind === 'field') return [member];
  const asked = member.whenEmpty.kind === 'asked' ? [member.whenEmpty.field] : [];
  return [...asked, ...member.members.flatMap(fieldsOf)];
}

function fitsView(fields: readonly FormField[]): boolean {
  const sum = (measure: (field: FormField) => number) => fields.reduce((total, field) => total + measure(field), 0);
  return sum(blocksOf) <= FORM_LIMITS.blocks && sum(bytesOf) <= FORM_LIMITS.bytes;
}

function blocksOf({ input, initial, emptyMeanings }: FormField): number {
  const hasOptions = input.kind === 'choice' || input.kind === 'choices';
  return Math.max(1, hasOptions ? 1 : initial.entered.length) + (emptyMeanings.length > 1 ? 1 : 0);
}

/** JSON around the texts of one block, and around one option. */
const BLOCK_FRAME_BYTES = 600;
const OPTION_FRAME_BYTES = 90;

function bytesOf(field: FormField): number {
  const { input, label, hint, initial } = field;
  const options = input.kind === 'choice' || input.kind === 'choices' ? input.options : [];
  const inline = options.length <= FORM_LIMITS.inlineOptions ? options : [];
  const optionBytes = inline.reduce((sum, option) => sum + jsonBytes(option.label) + OPTION_FRAME_BYTES, 0);
  return (
    blocksOf(field) * (BLOCK_FRAME_BYTES + jsonBytes(label) + jsonBytes(hint)) +
    jsonBytes(initial.entered) +
    optionBytes
  );
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
