// @ts-check
/** @import { Element, Option } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { wordsOf } from '../text.js';
import { makeCombobox } from './combobox.js';
import { initiallyChosen, offered } from './options.js';
import { controlAttributes, joinForm, sendChoice } from './slot.js';

/** Slack asks the app for options after three letters, unless the select says otherwise. */
const defaultMinQuery = 3;

/** Shorter would ask the app for every letter. */
const appSearchDelayMs = 150;

/**
 * A select that is searched: every multi-select, and selects whose options the app supplies.
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawSearchSelect(part, slot) {
  const { stage, blockId } = slot;
  const many = part.type.startsWith('multi_');
  const isExternal = part.type.endsWith('external_select');
  const { options, groups } = offered(part, stage.names);
  const own = [...options, ...groups.flatMap((group) => group.options)];
  const attributes = controlAttributes(part, slot);
  const combobox = makeCombobox({
    id: attributes.id ?? `${stage.scope}-${blockId ?? ''}-${part.action_id ?? ''}`,
    label: attributes['aria-label'],
    keep: attributes['data-keep'],
    placeholder: wordsOf(part.placeholder),
    most: many ? (part.max_selected_items ?? Number.POSITIVE_INFINITY) : 1,
    minQuery: isExternal ? (part.min_query_length ?? defaultMinQuery) : 0,
    searchDelayMs: isExternal ? appSearchDelayMs : 0,
    chosen: initiallyChosen(part, stage.names),
    search: isExternal
      ? (query) => stage.suggest({ action_id: part.action_id ?? '', block_id: blockId }, query)
      : async (query) => own.filter((option) => wordsOf(option.text).toLowerCase().includes(query.toLowerCase())),
    changed: () => sendChoice(part, slot, read()),
  });
  const values = () => combobox.chosen().map((option) => option.value ?? '');
  const read = () => (many ? values() : (values()[0] ?? null));
  joinForm(part, slot, {
    read,
    keep: combobox.chosen,
    restore: (/** @type {Option[]} */ kept) => combobox.choose(kept),
  });
  return combobox.root;
}
