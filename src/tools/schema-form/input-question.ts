import type { JsonArray, JsonValue } from '../../domain/canonical-json.ts';
import type { EmptyMeaning, FieldAnswer, FormInput } from '../../ports/edit-form.ts';
import type { SchemaNode } from './schema-node.ts';

/** How one value is entered, with what the proposal puts there. */
export interface DescribedInput {
  readonly input: FormInput;
  readonly initial: FieldAnswer;
  readonly emptyMeanings: readonly EmptyMeaning[];
}

/** `proposed` is undefined for a property that was left out (JSON has no undefined). */
export interface InputQuestion {
  readonly name: string;
  readonly node: SchemaNode;
  readonly optional: boolean;
  readonly proposed: JsonValue | undefined;
}

/**
 * What an empty box may mean, and what it means at first. The proposal always finds its own meaning, even where the
 * schema would not allow it; otherwise an optional value is left out and a nullable one is null.
 */
export function emptyMeanings(question: InputQuestion): [readonly EmptyMeaning[], EmptyMeaning | null] {
  const { node, optional, proposed } = question;
  const isEmpty = proposed === '' || (Array.isArray(proposed) && proposed.length === 0);
  const own: EmptyMeaning | null =
    proposed === undefined ? 'omit' : proposed === null ? 'null' : isEmpty ? 'empty' : null;
  const allowed = new Set<EmptyMeaning | null>([own]);
  if (optional) allowed.add('omit');
  if (node.nullable) allowed.add('null');
  const meanings = (['omit', 'null', 'empty'] as const).filter((meaning) => allowed.has(meaning));
  return [meanings, own ?? meanings[0] ?? null];
}

export function isBlankList(proposed: JsonValue | undefined): boolean {
  return proposed === undefined || proposed === null || (Array.isArray(proposed) && proposed.length === 0);
}

export function listItems(proposed: JsonValue | undefined, orSingle: boolean): readonly JsonValue[] | null {
  if (proposed === undefined) return null;
  if (isArray(proposed)) return proposed;
  return orSingle ? [proposed] : null;
}

/** Array.isArray does not narrow a readonly array out of a union. */
function isArray(value: JsonValue): value is JsonArray {
  return Array.isArray(value);
}
