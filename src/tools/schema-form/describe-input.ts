import { canonicalText, type JsonValue } from '../../domain/canonical-json.ts';
import type { EmptyMeaning, FormInput } from '../../ports/edit-form.ts';
import { choiceInput, choicesInput } from './choice-inputs.ts';
import { type DescribedInput, emptyMeanings, type InputQuestion, isBlankList, listItems } from './input-question.ts';
import { spellJson } from './json-text.ts';
import type { Shape } from './schema-node.ts';
import { spellLines, spellText } from './spelled-text.ts';

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
