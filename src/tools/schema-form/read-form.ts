import { type JsonObject, type JsonValue, readArguments, readJson } from '../../domain/canonical-json.ts';
import { isJsonObject } from '../../domain/json/value.ts';
import type { FormField, FormGroup, FormModel, FormReading, FormValues } from '../../ports/edit-form.ts';
import { compileSchema } from '../json-schema-validator.ts';
import { placeErrors } from './place-errors.ts';
import { type AnswerReading, readAnswer } from './read-answer.ts';

/**
 * The arguments a submitted form stands for, in their canonical text, checked by the same schema as a whole. Every
 * error is given to the field that can mend it. Unchanged values give exactly `model.argsJson`.
 */
export function readForm(model: FormModel, values: FormValues): FormReading {
  const errors = new Map<string, string>();
  const answerOf = (field: FormField): AnswerReading => {
    const answer = readAnswer(field, values.get(field.id));
    if (answer.kind === 'problem') errors.set(field.id, answer.problem);
    return answer;
  };

  const text = readMember(model.root, answerOf, errors);
  if (errors.size > 0) return { kind: 'errors', errors };

  const reading = readArguments(text ?? '{}');
  if (reading.kind === 'refused') return { kind: 'errors', errors: atFirstField(model, reading.reason) };

  const problems = schemaProblems(model, reading.value);
  return problems.size > 0 ? { kind: 'errors', errors: problems } : { kind: 'args', argsJson: reading.argsJson };
}

type AnswerOf = (field: FormField) => AnswerReading;

/** JSON text of a member, null when it is left out. Problems are in `errors`, their text is not used. */
function readMember(member: FormField | FormGroup, answerOf: AnswerOf, errors: Map<string, string>): string | null {
  if (member.kind === 'group') return readGroup(member, answerOf, errors);
  const answer = answerOf(member);
  return answer.kind === 'value' ? answer.json : null;
}

function readGroup(group: FormGroup, answerOf: AnswerOf, errors: Map<string, string>): string | null {
  const entries = new Map<string, string>();
  for (const member of group.members) {
    const json = readMember(member, answerOf, errors);
    if (json === null) continue;
    if (member.kind === 'field' && member.input.kind === 'others') addOthers(entries, json, member, group, errors);
    else entries.set(member.path.at(-1) ?? '', json);
  }
  const whenEmpty = readWhenEmpty(group, answerOf);
  if (entries.size === 0) return whenEmpty;
  return `{${Array.from(entries, ([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

function readWhenEmpty({ whenEmpty }: FormGroup, answerOf: AnswerOf): string | null {
  if (whenEmpty.kind === 'fixed')
    return whenEmpty.meaning === 'omit' ? null : whenEmpty.meaning === 'null' ? 'null' : '{}';
  const answer = answerOf(whenEmpty.field);
  return answer.kind === 'value' ? answer.json : null;
}

function addOthers(
  entries: Map<string, string>,
  json: string,
  field: FormField,
  group: FormGroup,
  errors: Map<string, string>,
): void {
  const shown = new Set(group.members.filter((member) => member !== field).map((member) => member.path.at(-1)));
  for (const [name, value] of Object.entries(objectOf(json))) {
    if (shown.has(name)) errors.set(field.id, `“${name}” has a field of its own.`);
    entries.set(name, JSON.stringify(value));
  }
}

function objectOf(json: string): JsonObject {
  const reading = readJson(json);
  return reading.kind === 'read' && isJsonObject(reading.value) ? reading.value : {};
}

function schemaProblems(model: FormModel, args: JsonValue): ReadonlyMap<string, string> {
  const compiled = compileSchema(model.schema);
  return compiled.kind === 'unusable' ? new Map() : placeErrors(model, compiled.errorsOf(args));
}

function atFirstField(model: FormModel, problem: string): ReadonlyMap<string, string> {
  return new Map(model.fields.slice(0, 1).map((field) => [field.id, problem]));
}
