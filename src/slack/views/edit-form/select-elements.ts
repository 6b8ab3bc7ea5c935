import type { InputBlock, PlainTextOption } from '@slack/types';
import { FORM_LIMITS, type FormField, type FormModel, type FormOption } from '../../../ports/edit-form.ts';
import { LIMITS } from '../limits.ts';
import { plain } from '../rich.ts';
import { VALUE_ACTION } from './block-ids.ts';

export function choiceElement(field: FormField, options: readonly FormOption[]): InputBlock['element'] {
  const [initial] = chosenOptions(field, options);
  const chosen = initial === undefined ? {} : { initial_option: initial };
  if (options.length > FORM_LIMITS.inlineOptions) {
    return { type: 'external_select', action_id: VALUE_ACTION, min_query_length: 0, ...chosen };
  }
  return { type: 'static_select', action_id: VALUE_ACTION, options: options.map(slackOption), ...chosen };
}

export function choicesElement(field: FormField, options: readonly FormOption[]): InputBlock['element'] {
  const initial = chosenOptions(field, options);
  const chosen = initial.length === 0 ? {} : { initial_options: initial };
  if (options.length > FORM_LIMITS.inlineOptions) {
    return { type: 'multi_external_select', action_id: VALUE_ACTION, min_query_length: 0, ...chosen };
  }
  return { type: 'multi_static_select', action_id: VALUE_ACTION, options: options.map(slackOption), ...chosen };
}

/**
 * Answers `block_suggestion` for a select whose options are searched for: those whose label holds the query, letter
 * case aside, at most as many as Slack takes. Empty for a field that has no options.
 */
export function optionsFor(model: FormModel, fieldId: string, query: string): readonly PlainTextOption[] {
  const input = model.fields.find((field) => field.id === fieldId)?.input;
  if (input?.kind !== 'choice' && input?.kind !== 'choices') return [];
  const wanted = query.toLowerCase();
  const found = input.options.filter(({ label }) => label.toLowerCase().includes(wanted));
  return found.slice(0, FORM_LIMITS.inlineOptions).map(slackOption);
}

function chosenOptions(field: FormField, options: readonly FormOption[]): PlainTextOption[] {
  const byId = new Map(options.map((option) => [option.id, option]));
  return field.initial.entered
    .map((id) => byId.get(id))
    .filter((option) => option !== undefined)
    .map(slackOption);
}

function slackOption({ id, label }: FormOption): PlainTextOption {
  return { text: plain(label, LIMITS.optionText), value: id };
}
