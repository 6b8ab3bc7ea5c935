import { canonicalText, type JsonObject, type JsonValue } from '../../domain/canonical-json.ts';
import { isJsonObject } from '../../domain/json/value.ts';
import type { EmptyMeaning, FormField, FormGroup, FormOption } from '../../ports/edit-form.ts';
import { describeInput, jsonInput } from './describe-input.ts';
import { hintFor, labelFor } from './field-texts.ts';
import { type DescribedInput, emptyMeanings } from './input-question.ts';
import { readNode, type SchemaNode, type Shape } from './schema-node.ts';

/** A member before ids are given out; null in place of a member stands for a value no form can hold. */
export type Member = FormField | FormGroup;

/** How far the arguments are taken apart: objects nested deeper, and absent members past the budget, become JSON. */
export interface Plan {
  readonly root: unknown;
  readonly maxDepth: number;
  /** Properties of the top that were left out and get no field of their own; they can be added as JSON. */
  readonly folded: ReadonlySet<string>;
  readonly nextId: () => string;
}

interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly node: SchemaNode;
  readonly optional: boolean;
  readonly proposed: JsonValue | undefined;
}

/** The whole arguments, as one field per property; null when some value is too long for a form. */
export function describeTop(schema: unknown, args: JsonObject, plan: Plan): Member | null {
  const node = readNode(schema, plan.root);
  const place: Place = {
    name: 'Arguments',
    path: [],
    node: { ...node, nullable: false },
    optional: false,
    proposed: args,
  };
  return describeMember(place, plan);
}

/** The whole arguments as one JSON field. */
export function describeAsJson(args: JsonObject, plan: Plan): Member | null {
  const node: SchemaNode = { schema: {}, nullable: false, shape: { kind: 'any' } };
  const place: Place = { name: 'Arguments', path: [], node, optional: false, proposed: args };
  return makeField(place, jsonInput(place), plan);
}

function describeMember(place: Place, plan: Plan): Member | null {
  const { node, path, proposed } = place;
  const fits = proposed === undefined || proposed === null || isJsonObject(proposed);
  if (node.shape.kind === 'object' && path.length <= plan.maxDepth && fits)
    return describeGroup(place, node.shape, plan);
  return makeField(place, describeInput(place), plan);
}

function describeGroup(place: Place, shape: Extract<Shape, { kind: 'object' }>, plan: Plan): FormGroup | null {
  const whenEmpty = describeEmptyGroup(place, plan);
  const entries = entriesOf(place.proposed);
  const members: Member[] = [];
  for (const [name, schema] of shape.properties) {
    if (place.path.length === 0 && plan.folded.has(name)) continue;
    const optional = place.optional || !shape.required.has(name);
    const node = readNode(schema, plan.root);
    const member = describeMember(
      { name, path: [...place.path, name], node, optional, proposed: entries.get(name) },
      plan,
    );
    if (member === null) return null;
    members.push(member);
  }
  const others = describeOthers(place, shape, entries, plan);
  if (others === null) return null;
  return { kind: 'group', path: place.path, members: [...members, ...others], whenEmpty };
}

/** A field for entries without one: where the schema invites them, the proposal has some, or properties were folded. */
function describeOthers(
  place: Place,
  shape: Extract<Shape, { kind: 'object' }>,
  entries: ReadonlyMap<string, JsonValue>,
  plan: Plan,
): readonly FormField[] | null {
  const others = [...entries].filter(([name]) => !shape.properties.has(name));
  const folds = place.path.length === 0 && plan.folded.size > 0;
  if (others.length === 0 && !shape.open && !folds) return [];
  const proposed = others.length === 0 ? undefined : Object.fromEntries(others);
  const node: SchemaNode = {
    schema: { description: othersDescription(folds ? plan.folded : new Set()) },
    nullable: false,
    shape: { kind: 'any' },
  };
  const question = { ...place, name: 'other entries', node, optional: true, proposed };
  const described = jsonInput(question);
  const field = makeField(question, described && { ...described, input: { kind: 'others' } }, plan);
  return field && [field];
}

function othersDescription(folded: ReadonlySet<string>): string {
  const names = [...folded].join(', ');
  return names === ''
    ? 'Entries without a field of their own.'
    : `Left out so far, to be added here as JSON: ${names}.`;
}

function describeEmptyGroup(place: Place, plan: Plan): FormGroup['whenEmpty'] {
  const isEmpty = isJsonObject(place.proposed ?? null) && entriesOf(place.proposed).size === 0;
  const [allowed, first] = emptyMeanings(place);
  const meanings = isEmpty || allowed.length === 0 ? [...allowed, 'empty' as const] : allowed;
  const meaning = isEmpty ? 'empty' : (first ?? 'empty');
  if (meanings.length === 1) return { kind: 'fixed', meaning };

  const options = meanings.map((each, index) => ({ id: `o${index}`, ...EMPTY_GROUP[each] }));
  const initial = options.filter((option) => option.json === EMPTY_GROUP[meaning].json).map((option) => option.id);
  const input = { kind: 'choice', options } as const;
  const field = fieldOf(place, { input, initial: { entered: initial, whenEmpty: null }, emptyMeanings: [] }, plan);
  return { kind: 'asked', field: { ...field, label: `${field.label}: when nothing in it is filled in` } };
}

const EMPTY_GROUP: Readonly<Record<EmptyMeaning, Pick<FormOption, 'label' | 'json'>>> = {
  omit: { label: 'Leave out', json: null },
  null: { label: 'null', json: 'null' },
  empty: { label: 'Empty object', json: '{}' },
};

function makeField(place: Place, described: DescribedInput | null, plan: Plan): FormField | null {
  return described && fieldOf(place, described, plan);
}

function fieldOf(place: Place, described: DescribedInput, plan: Plan): FormField {
  const { input, initial } = described;
  const isBox = input.kind !== 'choice';
  return {
    kind: 'field',
    id: plan.nextId(),
    path: place.path,
    label: labelFor(place.path, place.name, place.node.schema),
    hint: hintFor(described, place.node.schema),
    required: isBox && described.emptyMeanings.length === 0,
    input,
    emptyMeanings: described.emptyMeanings,
    proposed: place.proposed === undefined ? null : canonicalText(place.proposed),
    initial,
  };
}

function entriesOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(value !== undefined && isJsonObject(value) ? Object.entries(value) : []);
}
