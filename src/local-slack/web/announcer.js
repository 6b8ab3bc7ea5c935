// @ts-check
/** @import { Message, Place } from './shapes.js' */
/** @import { Names } from './names.js' */

/** A spoken line, not the whole answer: who hears it can go and read the message. */
const maxSpoken = 200;

/**
 * Says new messages to people who hear the page: once each, when complete, and not one's own.
 * @returns {(messages: readonly Message[], place: Place, names: Names) => void}
 */
export function makeAnnouncer() {
  let spokenFor = '';
  /** @type {Set<string>} */
  let spoken = new Set();
  return (messages, place, names) => {
    const complete = messages.filter((message) => message.streaming_state !== 'in_progress');
    const here = `${place.user}/${place.channel}/${place.thread ?? ''}`;
    const fresh =
      here === spokenFor ? complete.filter((message) => !spoken.has(message.ts) && message.user !== place.user) : [];
    spokenFor = here;
    spoken = new Set(complete.map((message) => message.ts));
    const last = fresh.at(-1);
    const region = document.getElementById('announcer');
    if (last && region) region.textContent = `${names.person(last.user)}: ${last.text.slice(0, maxSpoken)}`;
  };
}
