// @ts-check
/** @import { Place } from './shapes.js' */
import { botId } from './names.js';

/** Where the page opens without an address of its own. */
const firstPlace = /** @type {Place} */ ({ user: 'U0ALICE', kind: 'channel', channel: 'C0GENERAL', thread: undefined });

/**
 * The address bar says who looks at what: `#/U0ALICE/C0GENERAL`, `#/U0ALICE/C0GENERAL/1764448000.000100` with a thread
 * open, `#/U0ALICE/home`. So a reload stays, Back works, and a link can point anywhere.
 * @param {string} hash
 * @returns {Place}
 */
export function placeOf(hash) {
  const [, user, where, thread] = hash.split('/');
  if (!user) return firstPlace;
  if (where === 'home') return { user, kind: 'home', channel: botId, thread: undefined };
  return { user, kind: 'channel', channel: where || firstPlace.channel, thread: thread || undefined };
}

/**
 * @param {Place} place
 * @returns {string}
 */
export function hashOf(place) {
  if (place.kind === 'home') return `#/${place.user}/home`;
  const thread = place.thread ? `/${place.thread}` : '';
  return `#/${place.user}/${place.channel}${thread}`;
}

/** @param {Place} place */
export function goTo(place) {
  location.hash = hashOf(place);
}
