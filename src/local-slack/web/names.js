// @ts-check
/** @import { Channel, Person } from './shapes.js' */

/**
 * Names for ids. An id nobody here has is shown as it is.
 * @typedef {object} Names
 * @property {(id: string) => string} person
 * @property {(id: string) => string} channel
 * @property {(id: string) => string} group
 * @property {readonly Person[]} people
 * @property {readonly Channel[]} channels
 */

/** The bot's id in every local workspace. */
export const botId = 'U0COUNTER';

const botName = 'Countersign';

/**
 * @param {readonly Person[]} people
 * @param {readonly Channel[]} channels
 * @returns {Names}
 */
export function makeNames(people, channels) {
  const personNames = new Map(people.map((person) => [person.id, person.real_name || person.name]));
  if (!personNames.has(botId)) personNames.set(botId, botName);
  const channelNames = new Map(channels.map((channel) => [channel.id, channel.name]));
  const groupNames = new Map([['S0ONCALL', 'oncall']]);
  return {
    person: (id) => personNames.get(id) ?? id,
    channel: (id) => channelNames.get(id) ?? id,
    group: (id) => groupNames.get(id) ?? id,
    people,
    channels,
  };
}

/**
 * What a person typed, with full names after `@` and `#` made ids. The workspace escapes the rest and knows short names itself.
 * @param {string} typed
 * @param {Names} names
 * @returns {string}
 */
export function wireText(typed, names) {
  let text = typed;
  for (const [name, id] of longestFirst(names.people.map((person) => [names.person(person.id), person.id])))
    text = replaceName(text, `@${name}`, `<@${id}>`);
  text = replaceName(text, `@${botName}`, `<@${botId}>`);
  for (const [name, id] of longestFirst(names.channels.map((channel) => [channel.name, channel.id])))
    text = replaceName(text, `#${name}`, `<#${id}>`);
  return text;
}

/**
 * A stored text as its author typed it, for editing it again.
 * @param {string} text
 * @param {Names} names
 * @returns {string}
 */
export function typedText(text, names) {
  return text
    .replace(/<@([A-Z0-9]+)(\|[^>]*)?>/g, (_, id) => `@${names.person(id)}`)
    .replace(/<#([A-Z0-9]+)(\|[^>]*)?>/g, (_, id) => `#${names.channel(id)}`)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/**
 * @param {[string, string][]} pairs
 * @returns {[string, string][]}
 */
function longestFirst(pairs) {
  return pairs.toSorted(([a], [b]) => b.length - a.length);
}

/**
 * Replaces a name where it stands alone: not inside a longer word, nor in an address such as `me@alice.example`.
 * @param {string} text
 * @param {string} name
 * @param {string} token
 */
function replaceName(text, name, token) {
  const pattern = new RegExp(`(?<![\\w@<])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w@]|\\.\\w)`, 'gi');
  return text.replace(pattern, token);
}
