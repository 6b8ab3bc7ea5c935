import { canonicalText, type JsonArray, type JsonValue } from '../../domain/canonical-json.ts';
import type { EmptyMeaning, FieldAnswer, FormInput, FormOption } from '../../ports/edit-form.ts';
import { schemaValueText, spellJson } from './json-text.ts';
import type { SchemaNode, Shape } from './schema-node.ts';
import { spellLines, spellText } from './spelled-text.ts';

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
 * Chooses the input for one value. A typed input is used only where it shows the proposed value exactly; anything else
 * is entered as JSON. Null when the value is too long for the boxes of a form.
 */
export function describeInput(question: InputQuestion): DescribedInput | null {
  const { shape } = question.node;
  switch (shape.kind) {
    case 'text':
      return textInput(question) ?? jsonInput(question);
    case 'number':
      return numberInput(question, shape.integer) ?? jsonInput(question);
    case 'list':
      return listInput(question, shape) ?? jsonInput(question);
    case 'choice':
      return choiceInput(question, shape.values) ?? jsonInput(question);
    case 'choices':
      return choicesInput(question, shape.values) ?? jsonInput(question);
    case 'object':
    case 'any':
      return jsonInput(question);
  }
}

/** JSON says null and `""` itself, so an empty box can only mean that the value is left out. */
export function jsonInput({ optional, proposed }: InputQuestion): DescribedInput | null {
  const boxes = proposed === undefined ? [] : spellJson(proposed);
  const mayOmit = optional || proposed === undefined;
  return boxes && withBoxes({ kind: 'json' }, boxes, mayOmit ? ['omit'] : [], 'omit');
}

const LONG_LINE = 120;
const PROSE =
  /(?:body|content|text|message|description|comment|prompt|query|sql|code|script|html|markdown|instructions)$/i;

function textInput(question: InputQuestion): DescribedInput | null {
  const { proposed, node } = question;
  if (isBlank(proposed, '')) {
    return withBoxes({ kind: 'text', spelling: 'plain', multiline: isProse(question) }, [], ...emptyMeanings(question));
  }
  if (typeof proposed !== 'string') return null;
  const spelled = spellText(proposed);
  if (spelled === null) return null;
  const multiline = spelled.boxes.some((box) => box.length > LONG_LINE || box.includes('\n')) || isProse(question);
  const maxLength = node.schema['maxLength'];
  const short = spelled.boxes.length === 1 && typeof maxLength === 'number' && maxLength <= LONG_LINE;
  const input = {
    kind: 'text',
    spelling: spelled.spelling,
    multiline: multiline && !(short && !proposed.includes('\n')),
  } as const;
  return withBoxes(input, spelled.boxes, ...emptyMeanings(question));
}

/** Values that people write with line breaks. */
function isProse({ name, node }: InputQuestion): boolean {
  return PROSE.test(name) && node.schema['format'] === undefined && node.schema['pattern'] === undefined;
}

function numberInput(question: InputQuestion, integer: boolean): DescribedInput | null {
  const { proposed } = question;
  if (proposed !== undefined && proposed !== null && typeof proposed !== 'number') return null;
  const boxes = typeof proposed === 'number' ? [canonicalText(proposed)] : [];
  return withBoxes({ kind: 'number', integer }, boxes, ...emptyMeanings(question));
}

function listInput(question: InputQuestion, shape: Extract<Shape, { kind: 'list' }>): DescribedInput | null {
  const { proposed } = question;
  const items = isBlankList(proposed) ? [] : listItems(proposed, shape.orSingle);
  const lines = items && linesOf(items, shape.items);
  const spelled = lines && spellLines(lines);
  if (!spelled) return null;
  return withBoxes({ ...shape, spelling: spelled.spelling }, spelled.boxes, ...emptyMeanings(question));
}

/** Numbers need no escapes; they are written canonically. */
function linesOf(items: readonly JsonValue[], wanted: 'text' | 'number'): readonly string[] | null {
  const texts = items.filter((item) => typeof item === 'string');
  const numbers = items.filter((item) => typeof item === 'number');
  const lines = wanted === 'text' ? texts : numbers.map(canonicalText);
  return lines.length === items.length ? lines : null;
}

function isBlankList(proposed: JsonValue | undefined): boolean {
  return proposed === undefined || proposed === null || (Array.isArray(proposed) && proposed.length === 0);
}

function listItems(proposed: JsonValue | undefined, orSingle: boolean): readonly JsonValue[] | null {
  if (proposed === undefined) return null;
  if (isArray(proposed)) return proposed;
  return orSingle ? [proposed] : null;
}

/** Array.isArray does not narrow a readonly array out of a union. */
function isArray(value: JsonValue): value is JsonArray {
  return Array.isArray(value);
}

function choiceInput(question: InputQuestion, values: readonly unknown[]): DescribedInput | null {
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
function choicesInput(question: InputQuestion, values: readonly unknown[]): DescribedInput | null {
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

function isBlank(proposed: JsonValue | undefined, empty: string): boolean {
  return proposed === undefined || proposed === null || proposed === empty;
}

function withBoxes(
  input: FormInput,
  boxes: readonly string[],
  meanings: readonly EmptyMeaning[],
  whenEmpty: EmptyMeaning | null,
): DescribedInput {
  return {
    input,
    initial: { entered: boxes, whenEmpty: meanings.length === 0 ? null : whenEmpty },
    emptyMeanings: meanings,
  };
}
