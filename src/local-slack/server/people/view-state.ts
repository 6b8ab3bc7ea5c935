import { type JsonObject, objectsAt, textAt } from '../json.ts';
import { elementValue } from './element-value.ts';
import { elementsOf, type PlacedElement } from './find-element.ts';

export interface ViewState {
  /** Slack's `state.values`: block_id → action_id → value. */
  readonly values: JsonObject;
  /** What Slack's own form refuses before the app is asked, by block_id. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The state of a view's or message's inputs after a person has put `given` (block_id → plain value) into them. */
export function viewState(body: JsonObject, given: JsonObject): ViewState {
  const values: Record<string, JsonObject> = {};
  const errors: Record<string, string> = {};
  for (const placed of elementsOf(objectsAt(body, 'blocks'))) {
    const { blockId, block, element } = placed;
    const value = elementValue(element, given[blockId]);
    if (!value) continue;
    if (value.kind === 'wrong') {
      errors[blockId] = value.why;
      continue;
    }
    const type = textAt(element, 'type') ?? '';
    values[blockId] = { ...values[blockId], [textAt(element, 'action_id') ?? '']: { type, ...value.fields } };
    const isRequired = block['type'] === 'input' && block['optional'] !== true;
    const complaint = value.isEmpty
      ? isRequired && 'Please complete this required field.'
      : formComplaint(element, textAt(value.fields, 'value') ?? '');
    if (complaint) errors[blockId] = complaint;
  }
  return { values, errors };
}

/** Block ids in `given` that the view has no input for. */
export function unknownInputs(body: JsonObject, given: JsonObject): readonly string[] {
  const known = new Set(elementsOf(objectsAt(body, 'blocks')).map((placed: PlacedElement) => placed.blockId));
  return Object.keys(given).filter((blockId) => !known.has(blockId));
}

function formComplaint(element: JsonObject, text: string): string | undefined {
  const number = (key: string) => (element[key] === undefined ? undefined : Number(element[key]));
  switch (textAt(element, 'type')) {
    case 'plain_text_input':
      if (text.length < (number('min_length') ?? 0)) return `Use at least ${number('min_length')} characters.`;
      return text.length > (number('max_length') ?? 3_000)
        ? `Use at most ${number('max_length') ?? 3_000} characters.`
        : undefined;
    case 'number_input':
      if (!/^-?\d+(\.\d+)?$/.test(text)) return 'Enter a number.';
      if (element['is_decimal_allowed'] !== true && text.includes('.')) return 'Enter a whole number.';
      if (Number(text) < (number('min_value') ?? Number.NEGATIVE_INFINITY))
        return `Enter ${number('min_value')} or more.`;
      return Number(text) > (number('max_value') ?? Number.POSITIVE_INFINITY)
        ? `Enter ${number('max_value')} or less.`
        : undefined;
    case 'email_text_input':
      return /^\S+@\S+\.\S+$/.test(text) ? undefined : 'Enter an email address.';
    case 'url_text_input':
      return URL.canParse(text) ? undefined : 'Enter a URL.';
    default:
      return undefined;
  }
}
