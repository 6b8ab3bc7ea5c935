// @ts-check
/** @import { Message } from './shapes.js' */
/** @import { MessageContext } from './message.js' */
import { deleteMessage, runShortcut } from './api.js';
import { confirmed } from './confirm.js';
import { element } from './element.js';
import { icon } from './icon.js';
import { makeMenu } from './menu.js';
import { startEditing } from './message-edit.js';
import { showError } from './notice.js';

/**
 * What can be done with a message: reply, the app's shortcuts, and with one's own, edit and delete.
 * @param {Message} message
 * @param {MessageContext} context
 * @param {HTMLElement} article
 * @returns {HTMLElement | undefined}
 */
export function messageTools(message, context, article) {
  if (message.ephemeral) return undefined;
  const reply =
    !context.inThread &&
    element(
      'button',
      {
        type: 'button',
        class: 'button-quiet',
        'aria-label': 'Reply in thread',
        title: 'Reply in thread',
        'data-keep': 'reply',
        click: () => context.openThreadOf(message.ts),
      },
      icon('reply'),
    );
  const items = menuItems(message, context, article);
  const menu =
    items.length > 0 &&
    makeMenu({ label: 'More actions', class: 'button-quiet', inside: icon('more'), keep: 'more' }, items);
  return element('div', { class: 'message-tools' }, reply, menu);
}

/**
 * @param {Message} message
 * @param {MessageContext} context
 * @param {HTMLElement} article
 * @returns {import('./menu.js').MenuItem[]}
 */
function menuItems(message, context, article) {
  const shortcuts = context.shortcuts.map((shortcut) => ({
    label: shortcut.name,
    choose: () =>
      report(
        runShortcut(context.viewer, { callback_id: shortcut.callback_id, channel: context.channel, ts: message.ts }),
      ),
  }));
  if (message.user !== context.viewer) return shortcuts;
  return [
    ...shortcuts,
    { label: 'Edit message', choose: () => startEditing(message, context, article) },
    { label: 'Delete message', danger: true, choose: () => askAndDelete(message, context) },
  ];
}

/**
 * @param {Message} message
 * @param {MessageContext} context
 */
async function askAndDelete(message, context) {
  const question = {
    title: plain('Delete message'),
    text: plain('This cannot be undone.'),
    confirm: plain('Delete'),
    deny: plain('Cancel'),
    style: 'danger',
  };
  if (await confirmed(question, context.names)) await report(deleteMessage(context.viewer, message.ts));
}

/**
 * @param {Promise<import('./api.js').Answer<unknown>>} asked
 */
async function report(asked) {
  const answer = await asked;
  if (!answer.ok) showError(answer.error);
}

/**
 * @param {string} text
 * @returns {import('./shapes.js').Text}
 */
function plain(text) {
  return { type: 'plain_text', text };
}
