import { confirm, conversationFilter, menuOption, optionGroup, overflowOption, toggleOption } from './composition.ts';
import { LIMITS } from './limits.ts';
import { type Check, inside, isList, isObject, list, problem, type Rule, refined, typed } from './rule.ts';
import { plainText } from './text-objects.ts';
import { flag, id, integer, someText } from './values.ts';

const actionable = { action_id: id, confirm };
const menu = { ...actionable, placeholder: plainText(LIMITS.placeholder), focus_on_load: flag };
const several = { ...menu, max_selected_items: integer(1) };

const oneSource: Check = (element, at) =>
  (element['options'] === undefined) === (element['option_groups'] === undefined)
    ? [problem(at, 'must define either `options` or `option_groups`')]
    : [];

/** What is chosen at first has to be one of the choices. */
const initialIsOffered: Check = (element, at) => {
  const offered = new Set([...valuesOf(element['options']), ...groupValues(element['option_groups'])]);
  const single = valuesOf([element['initial_option']]);
  const multiple = valuesOf(element['initial_options']);
  return [
    ...(single.every((value) => offered.has(value)) ? [] : [strange(inside(at, 'initial_option'))]),
    ...(multiple.every((value) => offered.has(value)) ? [] : [strange(inside(at, 'initial_options'))]),
  ];
};

function strange(at: Parameters<Rule>[1]) {
  return problem(at, 'must match one of the options');
}

function valuesOf(options: unknown): readonly unknown[] {
  return isList(options) ? options.filter(isObject).map((option) => option['value']) : [];
}

function groupValues(groups: unknown): readonly unknown[] {
  return isList(groups) ? groups.filter(isObject).flatMap((group) => valuesOf(group['options'])) : [];
}

const staticSource = {
  options: list(menuOption, { min: 1, max: LIMITS.options.select }),
  option_groups: list(optionGroup, { min: 1, max: LIMITS.options.groups }),
};
const externalSource = { min_query_length: integer(0) };
const conversationSource = { filter: conversationFilter, default_to_current_conversation: flag };
const answerable = { response_url_enabled: flag };
const ids = list(someText);

/** Menus that take one answer. https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element */
export const SELECTS: ReadonlyMap<string, Rule> = new Map([
  [
    'static_select',
    refined(
      typed('static_select', {}, { ...menu, ...staticSource, initial_option: menuOption }),
      oneSource,
      initialIsOffered,
    ),
  ],
  ['external_select', typed('external_select', {}, { ...menu, ...externalSource, initial_option: menuOption })],
  ['users_select', typed('users_select', {}, { ...menu, initial_user: someText })],
  ['channels_select', typed('channels_select', {}, { ...menu, ...answerable, initial_channel: someText })],
  [
    'conversations_select',
    typed(
      'conversations_select',
      {},
      { ...menu, ...answerable, ...conversationSource, initial_conversation: someText },
    ),
  ],
]);

/** Menus that take several answers. https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element */
export const MULTI_SELECTS: ReadonlyMap<string, Rule> = new Map([
  [
    'multi_static_select',
    refined(
      typed('multi_static_select', {}, { ...several, ...staticSource, initial_options: list(menuOption) }),
      oneSource,
      initialIsOffered,
    ),
  ],
  [
    'multi_external_select',
    typed('multi_external_select', {}, { ...several, ...externalSource, initial_options: list(menuOption) }),
  ],
  ['multi_users_select', typed('multi_users_select', {}, { ...several, initial_users: ids })],
  ['multi_channels_select', typed('multi_channels_select', {}, { ...several, initial_channels: ids })],
  [
    'multi_conversations_select',
    typed('multi_conversations_select', {}, { ...several, ...conversationSource, initial_conversations: ids }),
  ],
]);

const toggles = { options: list(toggleOption, { min: 1, max: LIMITS.options.toggles }) };

export const checkboxes: Rule = refined(
  typed('checkboxes', toggles, { ...actionable, focus_on_load: flag, initial_options: list(toggleOption) }),
  initialIsOffered,
);

export const radioButtons: Rule = refined(
  typed('radio_buttons', toggles, { ...actionable, focus_on_load: flag, initial_option: toggleOption }),
  initialIsOffered,
);

export const overflow: Rule = typed(
  'overflow',
  { options: list(overflowOption, { min: 1, max: LIMITS.options.overflow }) },
  actionable,
);
