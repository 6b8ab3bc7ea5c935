import { canonicalText } from '../../domain/canonical-json.ts';
import type { EmptyMeaning, FieldAnswer, FormOption } from '../../ports/edit-form.ts';
import { type DescribedInput, emptyMeanings, type InputQuestion, isBlankList, listItems } from './input-question.ts';
import { schemaValueText } from './json-text.ts';

/** One of some values; null when the proposal is none of them. */
export function choiceInput(question: InputQuestion, values: readonly unknown[]): DescribedInput | null {
  const { node, optional, proposed } = question;
  const mayOmit = optional || proposed === undefined;
  const texts = schemaTexts([...values, ...(node.nullable ? [null] : [])]);
  const fallback = schemaValueText(node.schema['default']);
  const omitLabel = fallback === null ? 'Leave out' : `Leave out (default: ${optionLabel(fallback, texts)})`;
  const options = [...(mayOmit ? [{ json: null, label: omitLabel }] : []), ...valueOptions(texts)].map(numbered);
  const wanted = proposed === undefined ? null : canonicalText(proposed);
  const initial = options.find((option) => option.json === wanted);
  return initial ? { input: { kind: 'choice', options }, initial: chosen([initial], null), emptyMeanings: [] } : null;
}

/** Order and repetition cannot be entered by ticking options; a proposal that has repeated items is entered as JSON. */
export function choicesInput(question: InputQuestion, values: readonly unknown[]): DescribedInput | null {
  const { proposed } = question;
  const options = valueOptions(schemaTexts(values)).map(numbered);
  const items = isBlankList(proposed) ? [] : listItems(proposed, false);
  const wanted = items?.map((item) => canonicalText(item));
  if (!wanted || new Set(wanted).size < wanted.length) return null;
  const initial = wanted
    .map((json) => options.find((option) => option.json === json))
    .filter((one) => one !== undefined);
  if (initial.length < wanted.length) return null;
  const [meanings, meaning] = emptyMeanings(question);
  return { input: { kind: 'choices', options }, initial: chosen(initial, meaning), emptyMeanings: meanings };
}

function chosen(options: readonly FormOption[], whenEmpty: EmptyMeaning | null): FieldAnswer {
  return { entered: options.map((option) => option.id), whenEmpty };
}

function numbered(option: { json: string | null; label: string }, index: number): FormOption {
  return { id: `o${index}`, ...option };
}

function schemaTexts(values: readonly unknown[]): ReadonlySet<string> {
  return new Set(values.map(schemaValueText).filter((text) => text !== null));
}

function valueOptions(texts: ReadonlySet<string>): { json: string; label: string }[] {
  return Array.from(texts, (json) => ({ json, label: optionLabel(json, texts) }));
}

/** Texts are shown without quotes unless that could be taken for another value, such as `"1"` for 1. */
function optionLabel(json: string, all: ReadonlySet<string>): string {
  const value: unknown = JSON.parse(json);
  const ambiguous = typeof value !== 'string' || value.trim() !== value || value === '' || all.has(value);
  return ambiguous ? json : value;
}
