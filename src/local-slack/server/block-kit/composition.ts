import { LIMITS } from './limits.ts';
import { announced, type Check, list, oneOf, problem, type Rule, refined, shape } from './rule.ts';
import { eitherText, plainText } from './text-objects.ts';
import { flag, link, text } from './values.ts';

/** The dialog that asks before an element acts. */
export const confirm: Rule = shape(
  {
    title: plainText(LIMITS.confirm.title),
    text: eitherText(LIMITS.confirm.text),
    confirm: plainText(LIMITS.confirm.confirm),
    deny: plainText(LIMITS.confirm.deny),
  },
  { style: oneOf('primary', 'danger') },
);

const optionValue = text(LIMITS.option.value);

/** An option of a select menu: plain text only. */
export const menuOption: Rule = shape(
  { text: announced(plainText(LIMITS.option.text)), value: optionValue },
  { description: plainText(LIMITS.option.description) },
);

const valueOrUrl: Check = (option, at) =>
  option['value'] === undefined && option['url'] === undefined ? [problem(at, 'missing required field: value')] : [];

/** An option of an overflow menu: the only kind that may open a URL, and may then do without a value. */
export const overflowOption: Rule = refined(
  shape(
    { text: announced(plainText(LIMITS.option.text)) },
    { value: optionValue, description: plainText(LIMITS.option.description), url: link },
  ),
  valueOrUrl,
);

/** An option of checkboxes or radio buttons: may be formatted. */
export const toggleOption: Rule = shape(
  { text: eitherText(LIMITS.option.text), value: optionValue },
  { description: eitherText(LIMITS.option.description) },
);

export const optionGroup: Rule = shape({
  label: plainText(LIMITS.groupLabel),
  options: list(menuOption, { min: 1, max: LIMITS.options.select }),
});

/** When a text input reports while someone types. */
export const dispatchConfig: Rule = shape({
  trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), { min: 1, max: 2 }),
});

const filterFields = {
  include: list(oneOf('im', 'mpim', 'private', 'public'), { min: 1 }),
  exclude_external_shared_channels: flag,
  exclude_bot_users: flag,
};

const saysSomething: Check = (filter, at) =>
  Object.keys(filterFields).some((name) => filter[name] !== undefined)
    ? []
    : [problem(at, 'must define at least one filter')];

/** Which conversations a conversation menu lists. */
export const conversationFilter: Rule = refined(shape({}, filterFields), saysSomething);
