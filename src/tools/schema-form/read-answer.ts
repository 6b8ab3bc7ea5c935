import { assertNever } from '../../domain/assert-never.ts';
import { readJson } from '../../domain/canonical-json.ts';
import { isJsonObject } from '../../domain/json/value.ts';
import type { EmptyMeaning, FieldAnswer, FormField, FormOption, Spelling } from '../../ports/edit-form.ts';
import { readJsonBoxes } from './json-text.ts';
import { readSpelled, withoutCarriageReturns } from './spelled-text.ts';

/** What one field contributes to the arguments. */
export type AnswerReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'problem'; readonly problem: string };

const ABSENT: AnswerReading = { kind: 'absent' };
const REQUIRED = 'This has to be filled in.';

/** Reads what was entered. An untouched field is its proposed value and is not read at all. */
export function readAnswer(field: FormField, answer: FieldAnswer | undefined): AnswerReading {
  if (answer === undefined)
    return { kind: 'problem', problem: 'This field did not arrive. Close the form and open it again.' };
  if (isUntouched(field, answer)) return field.proposed === null ? ABSENT : value(field.proposed);

  const { input } = field;
  if (input.kind === 'choice') return readChoice(input.options, answer.entered);
  if (answer.entered.join('').trim() === '') return readEmpty(field, answer.whenEmpty);
  switch (input.kind) {
    case 'text':
      return readText(input.spelling, answer.entered);
    case 'number':
      return readNumber(answer.entered.join('').trim(), input.integer);
    case 'list':
      return readList(field, input, answer.entered);
    case 'choices':
      return readChoices(input.options, field.initial.entered, answer.entered);
    case 'json':
      return fromBoxes(answer.entered);
    case 'others':
      return readOthers(answer.entered);
    default:
      return assertNever(input);
  }
}

/** Options are compared as a set: a surface may give them back in another order. */
function isUntouched({ input, initial }: FormField, { entered, whenEmpty }: FieldAnswer): boolean {
  if (input.kind === 'choice' || input.kind === 'choices') {
    const same = entered.length === initial.entered.length && initial.entered.every((id) => entered.includes(id));
    return same && (entered.length > 0 || whenEmpty === initial.whenEmpty);
  }
  const text = withoutCarriageReturns(entered.join(''));
  return text === initial.entered.join('') && (text !== '' || whenEmpty === initial.whenEmpty);
}

function readChoice(options: readonly FormOption[], entered: readonly string[]): AnswerReading {
  const option = options.find(({ id }) => id === entered[0]);
  if (option === undefined || entered.length !== 1) return { kind: 'problem', problem: 'Choose one of the options.' };
  return option.json === null ? ABSENT : value(option.json);
}

/** Options that were proposed keep their order, others follow in the order of the schema. */
function readChoices(
  options: readonly FormOption[],
  initial: readonly string[],
  entered: readonly string[],
): AnswerReading {
  const byId = new Map(options.map((option) => [option.id, option.json]));
  if (entered.some((id) => !byId.has(id))) return { kind: 'problem', problem: 'Choose from the options.' };
  const wanted = new Set(entered);
  const order = new Set([...initial, ...byId.keys()]);
  return value(
    `[${[...order]
      .filter((id) => wanted.has(id))
      .map((id) => byId.get(id))
      .join(',')}]`,
  );
}

function readEmpty({ input, emptyMeanings }: FormField, whenEmpty: EmptyMeaning | null): AnswerReading {
  const meaning = emptyMeanings.length === 1 ? emptyMeanings[0] : emptyMeanings.find((each) => each === whenEmpty);
  switch (meaning) {
    case undefined:
      return { kind: 'problem', problem: REQUIRED };
    case 'omit':
      return ABSENT;
    case 'null':
      return value('null');
    case 'empty':
      return value(input.kind === 'list' || input.kind === 'choices' ? '[]' : '""');
    default:
      return assertNever(meaning);
  }
}

function readText(spelling: Spelling, entered: readonly string[]): AnswerReading {
  const reading = readSpelled(spelling, entered);
  return reading.kind === 'text' ? value(JSON.stringify(reading.text)) : reading;
}

function readNumber(text: string, integer: boolean): AnswerReading {
  const reading = readJson(text);
  if (reading.kind === 'read' && typeof reading.value === 'number') return value(reading.canonical);
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
  if (reading.kind === 'refused' && isNumber) return { kind: 'problem', problem: reading.reason };
  return {
    kind: 'problem',
    problem: integer ? 'Enter a whole number, such as 42.' : 'Enter a number, such as 42 or 0.5.',
  };
}

/** A single item stays what it was proposed as, a list or not; without a proposal it stands alone where it may. */
function readList(
  field: FormField,
  input: Extract<FormField['input'], { kind: 'list' }>,
  entered: readonly string[],
): AnswerReading {
  const lines = withoutCarriageReturns(entered.join(''))
    .split('\n')
    .map((line) => line.trim());
  const items: string[] = [];
  for (const line of lines.filter((each) => each !== '')) {
    const item = input.items === 'text' ? readText(input.spelling, [line]) : readNumber(line, false);
    if (item.kind === 'problem') return { kind: 'problem', problem: `“${line}”: ${item.problem}` };
    if (item.kind === 'value') items.push(item.json);
  }
  const wasList = field.proposed?.startsWith('[') ?? false;
  const [only] = items;
  return value(input.orSingle && !wasList && items.length === 1 && only !== undefined ? only : `[${items.join(',')}]`);
}

function readOthers(entered: readonly string[]): AnswerReading {
  const reading = fromBoxes(entered);
  if (reading.kind !== 'value') return reading;
  const parsed = readJson(reading.json);
  const isObject = parsed.kind === 'read' && isJsonObject(parsed.value);
  return isObject ? reading : { kind: 'problem', problem: 'This must be a JSON object, such as {"name": "value"}.' };
}

function fromBoxes(entered: readonly string[]): AnswerReading {
  const reading = readJsonBoxes(entered);
  return reading.kind === 'json' ? value(reading.json) : reading;
}

function value(json: string): AnswerReading {
  return { kind: 'value', json };
}
