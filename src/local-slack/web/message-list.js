// @ts-check
/** @import { Message } from './shapes.js' */
/** @import { MessageContext } from './message.js' */
import { element } from './element.js';
import { syncList } from './keyed-list.js';
import { drawMessage } from './message.js';
import { dayOf } from './times.js';

/** A reader this close to the end is following; further up they are reading, and are left where they are. */
const followingPx = 120;

/**
 * A scrolling list of messages with the days between them.
 * @param {string} label
 */
export function makeMessageList(label) {
  const list = element('ol', { class: 'messages', 'aria-label': label });
  const frame = element('div', { class: 'messages-frame', tabindex: '-1' }, list);
  let shownFor = '';
  return {
    root: frame,
    /**
     * @param {readonly Message[]} messages
     * @param {MessageContext} context
     * @param {string} place what is shown; another one starts at its end
     */
    show(messages, context, place) {
      const follows = place !== shownFor || frame.scrollHeight - frame.scrollTop - frame.clientHeight < followingPx;
      shownFor = place;
      list.setAttribute('aria-label', label);
      syncList(
        list,
        withDays(messages),
        (row) => (typeof row === 'string' ? row : row.ts),
        (row) => (typeof row === 'string' ? drawDay(row) : drawMessage(row, context)),
        surroundings(context),
      );
      if (follows) frame.scrollTop = frame.scrollHeight;
    },
    /** @param {string} words */
    showWords(words) {
      shownFor = '';
      list.replaceChildren(element('li', { class: 'empty' }, words));
    },
  };
}

/**
 * @param {readonly Message[]} messages
 * @returns {(string | Message)[]}
 */
function withDays(messages) {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    return before && dayOf(before.ts) === dayOf(message.ts) ? [message] : [dayOf(message.ts), message];
  });
}

/** @param {string} day */
function drawDay(day) {
  return element('li', { class: 'day' }, element('span', {}, day));
}

/**
 * What a drawn message depends on beside itself.
 * @param {MessageContext} context
 */
function surroundings(context) {
  return JSON.stringify([
    context.viewer,
    context.channel,
    context.openThread ?? '',
    context.shortcuts,
    context.names.people.length,
  ]);
}
