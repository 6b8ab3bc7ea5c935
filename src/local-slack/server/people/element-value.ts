import { type JsonObject, objectAt, objectsAt, textAt } from '../json.ts';

/** What an element holds, in the fields Slack's state and actions have for it; or why it cannot hold that. */
export type ElementValue =
  | { readonly kind: 'value'; readonly fields: JsonObject; readonly isEmpty: boolean }
  | { readonly kind: 'wrong'; readonly why: string };

type Reader = (element: JsonObject, given: unknown) => ElementValue;

/** The element with the plain value a person gave it; `undefined` leaves what the app has put there. */
export function elementValue(element: JsonObject, given: unknown): ElementValue | undefined {
  return READERS.get(textAt(element, 'type') ?? '')?.(element, given);
}

/** Every option of a select, in groups or not. */
function optionsOf(element: JsonObject): readonly JsonObject[] {
  return [
    ...objectsAt(element, 'options'),
    ...objectsAt(element, 'option_groups').flatMap((g) => objectsAt(g, 'options')),
  ];
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['plain_text_input', typed],
  ['number_input', typed],
  ['email_text_input', typed],
  ['url_text_input', typed],
  ['static_select', oneOption],
  ['radio_buttons', oneOption],
  ['overflow', oneOption],
  ['external_select', anyOption],
  ['multi_static_select', someOptions],
  ['checkboxes', someOptions],
  ['multi_external_select', anyOptions],
  ['datepicker', one('selected_date', 'initial_date')],
  ['timepicker', one('selected_time', 'initial_time')],
  ['users_select', one('selected_user', 'initial_user')],
  ['conversations_select', one('selected_conversation', 'initial_conversation')],
  ['channels_select', one('selected_channel', 'initial_channel')],
  ['multi_users_select', many('selected_users', 'initial_users')],
  ['multi_conversations_select', many('selected_conversations', 'initial_conversations')],
  ['multi_channels_select', many('selected_channels', 'initial_channels')],
  ['datetimepicker', moment],
  ['rich_text_input', richText],
]);

function typed(element: JsonObject, given: unknown): ElementValue {
  const value = given === undefined ? element['initial_value'] : given;
  if (value === undefined || value === null || value === '') return holds({ value: null }, true);
  if (typeof value !== 'string' && typeof value !== 'number') return wrong('must be text');
  return holds({ value: String(value) }, false);
}

function oneOption(element: JsonObject, given: unknown): ElementValue {
  if (given === undefined) return holdsOption(objectAt(element, 'initial_option'));
  if (given === null || given === '') return holdsOption(undefined);
  const option = optionsOf(element).find((one) => one['value'] === given);
  return option ? holdsOption(option) : wrong('is not one of the options');
}

/** Options of an external select are the app's answers; the value stands for itself here. */
function anyOption(element: JsonObject, given: unknown): ElementValue {
  if (given === undefined) return holdsOption(objectAt(element, 'initial_option'));
  return typeof given === 'string' && given !== '' ? holdsOption(plainOption(given)) : holdsOption(undefined);
}

function someOptions(element: JsonObject, given: unknown): ElementValue {
  if (given === undefined) return holdsOptions(objectsAt(element, 'initial_options'));
  const values = listOf(given);
  const chosen = optionsOf(element).filter((option) => values.includes(option['value']));
  return chosen.length === values.length ? holdsOptions(chosen) : wrong('is not one of the options');
}

function anyOptions(element: JsonObject, given: unknown): ElementValue {
  if (given === undefined) return holdsOptions(objectsAt(element, 'initial_options'));
  return holdsOptions(listOf(given).map((value) => plainOption(String(value))));
}

function one(field: string, initial: string): Reader {
  return (element, given) => {
    const value = given === undefined ? element[initial] : given;
    const isEmpty = value === undefined || value === null || value === '';
    return isEmpty || typeof value === 'string'
      ? holds({ [field]: isEmpty ? null : value }, isEmpty)
      : wrong('must be text');
  };
}

function many(field: string, initial: string): Reader {
  return (element, given) => {
    const values = listOf(given === undefined ? element[initial] : given);
    return holds({ [field]: values }, values.length === 0);
  };
}

function moment(element: JsonObject, given: unknown): ElementValue {
  const value = given === undefined ? element['initial_date_time'] : given;
  if (value === undefined || value === null || value === '') return holds({ selected_date_time: null }, true);
  const seconds = Number(value);
  return Number.isInteger(seconds) ? holds({ selected_date_time: seconds }, false) : wrong('must be Unix seconds');
}

function richText(element: JsonObject, given: unknown): ElementValue {
  const value = given === undefined ? element['initial_value'] : given;
  if (value === undefined || value === null || value === '') return holds({ rich_text_value: null }, true);
  if (typeof value !== 'string') return holds({ rich_text_value: value }, false);
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text: value }] };
  return holds({ rich_text_value: { type: 'rich_text', elements: [section] } }, false);
}

function holds(fields: JsonObject, isEmpty: boolean): ElementValue {
  return { kind: 'value', fields, isEmpty };
}

function holdsOption(option: JsonObject | undefined): ElementValue {
  return holds({ selected_option: option ?? null }, option === undefined);
}

function holdsOptions(options: readonly JsonObject[]): ElementValue {
  return holds({ selected_options: options }, options.length === 0);
}

function wrong(why: string): ElementValue {
  return { kind: 'wrong', why };
}

function plainOption(value: string): JsonObject {
  return { text: { type: 'plain_text', text: value, emoji: true }, value };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
