// @ts-check
/** @import { Names } from '../../names.js' */
/** @import { Element, Option, OptionGroup } from '../../shapes.js' */

/**
 * What a select offers: its own options, or the workspace's people and conversations.
 * @param {Element} part
 * @param {Names} names
 * @returns {{ options: Option[], groups: OptionGroup[] }}
 */
export function offered(part, names) {
  if (part.type.includes('users'))
    return { options: names.people.map((person) => plainOption(person.id, names.person(person.id))), groups: [] };
  if (part.type.includes('channels') || part.type.includes('conversations'))
    return { options: names.channels.map((channel) => plainOption(channel.id, `#${channel.name}`)), groups: [] };
  return { options: part.options ?? [], groups: part.option_groups ?? [] };
}

/**
 * What is chosen when the control is drawn for the first time.
 * @param {Element} part
 * @param {Names} names
 * @returns {Option[]}
 */
export function initiallyChosen(part, names) {
  if (part.initial_option) return [part.initial_option];
  if (part.initial_options) return part.initial_options;
  const people = part.initial_users ?? (part.initial_user ? [part.initial_user] : []);
  const channels = [part.initial_channels, part.initial_conversations, part.initial_channel, part.initial_conversation]
    .flat()
    .filter((id) => id !== undefined);
  return [
    ...people.map((id) => plainOption(id, names.person(id))),
    ...channels.map((id) => plainOption(id, `#${names.channel(id)}`)),
  ];
}

/**
 * @param {string} value
 * @param {string} words
 * @returns {Option}
 */
function plainOption(value, words) {
  return { value, text: { type: 'plain_text', text: words } };
}
