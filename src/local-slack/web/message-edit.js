// @ts-check
/** @import { Message } from './shapes.js' */
/** @import { MessageContext } from './message.js' */
import { editMessage } from './api.js';
import { element } from './element.js';
import { typedText, wireText } from './names.js';
import { showError } from './notice.js';

/**
 * Turns one's own message into a field. Enter saves, Escape leaves it as it was.
 * @param {Message} message
 * @param {MessageContext} context
 * @param {HTMLElement} article
 */
export function startEditing(message, context, article) {
  const body = article.querySelector('.message-body');
  if (!body || article.querySelector('.message-edit')) return;
  const field = element('textarea', {
    class: 'text-input',
    rows: 3,
    'aria-label': 'Edit message',
    keydown: (/** @type {KeyboardEvent} */ event) => onKey(event),
  });
  field.value = typedText(message.text, context.names);
  const form = element(
    'form',
    { class: 'message-edit', submit: (/** @type {Event} */ event) => save(event) },
    field,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button button-primary' }, 'Save changes'),
      element('button', { type: 'button', class: 'button', click: () => stop() }, 'Cancel'),
    ),
  );
  const stop = () => {
    form.replaceWith(body);
    article.focus();
  };

  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    const answer = await editMessage(context.viewer, message.ts, {
      channel: context.channel,
      text: wireText(text, context.names),
    });
    if (answer.ok) stop();
    else showError(answer.error);
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      stop();
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
  };
  body.replaceWith(form);
  field.focus();
}
