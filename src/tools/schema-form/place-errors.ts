import type { FormField, FormModel } from '../../ports/edit-form.ts';
import type { SchemaError } from '../json-schema-validator.ts';

/** Keywords that only say that one of their branches failed; a branch's own error is more use to a person. */
const SUMMARIES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'not', 'dependentSchemas']);

/**
 * One sentence a field for what the schema refuses: each error goes to the field that holds the value it is about,
 * else to the nearest one around it, else to the first. A required property that was left out is an error of its own
 * field.
 */
export function placeErrors(model: FormModel, errors: readonly SchemaError[]): ReadonlyMap<string, string> {
  const placed = new Map<string, string>();
  const bySpecificity = errors.toSorted((one, other) => rank(one) - rank(other));
  for (const error of bySpecificity) {
    const path = pathOf(error);
    const field = fieldFor(model.fields, path) ?? model.fields[0];
    if (field === undefined || placed.has(field.id)) continue;
    placed.set(field.id, sentenceFor(error, path.slice(field.path.length)));
  }
  return placed;
}

/** In a union every other branch complains about the type, which says little about the branch that was meant. */
function rank(error: SchemaError): number {
  if (SUMMARIES.has(error.keyword)) return 2;
  return error.keyword === 'type' ? 1 : 0;
}

function pathOf({ path, params }: SchemaError): readonly string[] {
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof name === 'string' ? [...path, name] : path;
}

/** The field on the path from the top to the value; of two, the deeper. Below a group it is the group's first field. */
function fieldFor(fields: readonly FormField[], path: readonly string[]): FormField | undefined {
  const around = fields.filter((field) => isPrefix(field.path, path));
  const deepest = around.toSorted((one, other) => other.path.length - one.path.length)[0];
  if (deepest !== undefined && deepest.path.length > 0) return deepest;
  return fields.find((field) => isPrefix(path, field.path)) ?? deepest;
}

function isPrefix(prefix: readonly string[], path: readonly string[]): boolean {
  return prefix.every((step, index) => step === path[index]);
}

function sentenceFor(error: SchemaError, inside: readonly string[]): string {
  const where = inside.length === 0 ? '' : `At ${inside.join(' › ')}: `;
  const text = plainSentence(error);
  return `${where}${where === '' ? text : text.charAt(0).toLowerCase() + text.slice(1)}`;
}

function plainSentence({ keyword, params, message }: SchemaError): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'This has to be filled in.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'The tool does not take this property.';
    case 'minLength':
      return limit === '1' ? 'This has to be filled in.' : `Must have at least ${limit} characters.`;
    case 'maxLength':
      return `Must have at most ${limit} characters.`;
    case 'minItems':
      return `Must have at least ${limit} items.`;
    case 'maxItems':
      return `Must have at most ${limit} items.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    case 'exclusiveMinimum':
      return `Must be more than ${limit}.`;
    case 'exclusiveMaximum':
      return `Must be less than ${limit}.`;
    case 'multipleOf':
      return `Must be a multiple of ${String(params['multipleOf'])}.`;
    case 'enum':
      return `Must be one of: ${namesOf(params['allowedValues'])}.`;
    case 'const':
      return `Must be ${namesOf([params['allowedValue']])}.`;
    case 'pattern':
      return `Must match the pattern ${String(params['pattern'])}`;
    case 'type':
      return `Must be ${typeNames(params['type'])}.`;
    case 'format':
      return `Must have the format ${String(params['format'])}.`;
    default:
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  }
}

/** Allowed values listed in a message; more of them do not help. */
const MAX_LISTED = 12;

function namesOf(values: unknown): string {
  const texts = (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value));
  return texts.length > MAX_LISTED ? `${texts.slice(0, MAX_LISTED).join(', ')}, …` : texts.join(', ');
}

const TYPE_NAMES: ReadonlyMap<unknown, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

function typeNames(type: unknown): string {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.map((one) => TYPE_NAMES.get(one) ?? 'of another type').join(' or ');
}
