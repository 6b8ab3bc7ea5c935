import { canonicalText, type JsonValue } from '../../src/domain/canonical-json.ts';
import type { FieldAnswer, FormField, FormModel, FormReading } from '../../src/ports/edit-form.ts';
import { describeForm } from '../../src/tools/schema-form/describe-form.ts';
import { readForm } from '../../src/tools/schema-form/read-form.ts';

/** The form for arguments, which the test expects to be one. */
export function formFor(schema: unknown, args: JsonValue): FormModel {
  const described = describeForm(schema, canonicalText(args));
  if (described.kind === 'refused') throw new Error(described.reason);
  return described;
}

/** An object schema with these properties. */
export function objectSchema(properties: Record<string, unknown>, ...required: string[]): unknown {
  return { type: 'object', properties, required };
}

/** The field at a path such as `filter.status`. */
export function fieldAt(model: FormModel, path: string): FormField {
  const field = model.fields.find((each) => each.path.join('.') === path);
  if (field === undefined) throw new Error(`no field at ${path}`);
  return field;
}

/** What a person entered: texts of boxes, labels of options, or a whole answer, by path. */
export type Entries = Record<string, string | readonly string[] | FieldAnswer>;

/** Submits the form with some fields changed. */
export function submit(model: FormModel, entries: Entries = {}): FormReading {
  const values = new Map(model.fields.map((field) => [field.id, field.initial]));
  for (const [path, entry] of Object.entries(entries)) {
    const field = fieldAt(model, path);
    values.set(field.id, answerOf(field, entry));
  }
  return readForm(model, values);
}

function answerOf(field: FormField, entry: Entries[string]): FieldAnswer {
  if (typeof entry === 'object' && 'entered' in entry) return entry;
  const given = typeof entry === 'string' ? [entry] : entry;
  const { input, initial } = field;
  if (input.kind !== 'choice' && input.kind !== 'choices') return { entered: given, whenEmpty: initial.whenEmpty };
  const ids = given.map((label) => input.options.find((option) => option.label === label)?.id ?? label);
  return { entered: ids, whenEmpty: initial.whenEmpty };
}

/** The arguments of a reading, or its errors by path. */
export function outcomeOf(model: FormModel, reading: FormReading): unknown {
  if (reading.kind === 'args') return JSON.parse(reading.argsJson);
  const paths = new Map(model.fields.map((field) => [field.id, field.path.join('.')]));
  return { errors: Object.fromEntries(Array.from(reading.errors, ([id, problem]) => [paths.get(id), problem])) };
}

/** Changes some fields, submits, and gives arguments or errors. */
export function edit(schema: unknown, args: JsonValue, entries: Entries): unknown {
  const model = formFor(schema, args);
  return outcomeOf(model, submit(model, entries));
}
