// @ts-check
/** @import { Message, Shortcut } from './shapes.js' */
/** @import { Names } from './names.js' */
import { avatar } from './avatar.js';
import { element } from './element.js';
import { icon } from './icon.js';
import { messageBody } from './message-body.js';
import { messageTools } from './message-tools.js';
import { botId } from './names.js';
import { clockTime, fullTime } from './times.js';

/**
 * Where a message is drawn and for whom.
 * @typedef {object} MessageContext
 * @property {Names} names
 * @property {string} viewer
 * @property {string} channel
 * @property {boolean} inThread
 * @property {string | undefined} openThread
 * @property {Shortcut[]} shortcuts
 * @property {(ts: string) => void} openThreadOf
 */

/**
 * @param {Message} message
 * @param {MessageContext} context
 * @returns {HTMLElement}
 */
export function drawMessage(message, context) {
  const author = context.names.person(message.user);
  const isBot =
    message.user === botId ||
    context.names.people.some((person) => person.id === message.user && person.is_bot === true);
  const head = element(
    'div',
    { class: 'message-head' },
    element('span', { class: 'message-author' }, author),
    isBot && element('span', { class: 'badge' }, 'App'),
    element(
      'time',
      { datetime: new Date(Number(message.ts) * 1000).toISOString(), title: fullTime(message.ts) },
      clockTime(message.ts),
    ),
    message.edited !== undefined && message.edited !== null && element('span', { class: 'muted' }, '(edited)'),
  );
  const isOpen = !context.inThread && context.openThread === message.ts;
  const article = element(
    'article',
    {
      class: `message${message.ephemeral ? ' message-ephemeral' : ''}${isOpen ? ' message-open' : ''}`,
      tabindex: '-1',
      'aria-label': `${author}, ${clockTime(message.ts)}`,
      'data-ts': message.ts,
    },
    message.ephemeral && element('p', { class: 'only-you' }, icon('eye'), 'Only visible to you'),
    avatar(message.user, author),
    element('div', { class: 'message-main' }, head, messageBody(message, context), replies(message, context)),
  );
  const tools = messageTools(message, context, article);
  if (tools) article.append(tools);
  return element('li', {}, article);
}

/**
 * @param {Message} message
 * @param {MessageContext} context
 */
function replies(message, context) {
  const count = message.reply_count ?? 0;
  if (context.inThread || count === 0) return undefined;
  return element(
    'button',
    { type: 'button', class: 'reply-count', 'data-keep': 'replies', click: () => context.openThreadOf(message.ts) },
    icon('reply'),
    count === 1 ? '1 reply' : `${count} replies`,
  );
}
