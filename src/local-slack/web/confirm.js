// @ts-check
/** @import { Confirm } from './shapes.js' */
/** @import { Names } from './names.js' */
import { element } from './element.js';
import { drawText, wordsOf } from './render/text.js';

let asked = 0;

/**
 * Slack's confirm dialog. Escape and the backdrop mean no.
 * @param {Confirm} confirm
 * @param {Names} names
 * @returns {Promise<boolean>}
 */
export function confirmed(confirm, names) {
  asked += 1;
  const titleId = `confirm-${asked}`;
  const { promise, resolve } = Promise.withResolvers();
  const yes = element(
    'button',
    {
      type: 'button',
      class: `button ${confirm.style === 'danger' ? 'button-danger' : 'button-primary'}`,
      click: () => close(true),
    },
    wordsOf(confirm.confirm) || 'Yes',
  );
  const no = element(
    'button',
    { type: 'button', class: 'button', autofocus: true, click: () => close(false) },
    wordsOf(confirm.deny) || 'Cancel',
  );
  const dialog = element(
    'dialog',
    {
      class: 'dialog dialog-small',
      role: 'alertdialog',
      'aria-labelledby': titleId,
      'aria-describedby': `${titleId}-text`,
      close: () => close(false),
    },
    element('h2', { id: titleId }, wordsOf(confirm.title) || 'Are you sure?'),
    element('div', { id: `${titleId}-text`, class: 'dialog-text' }, drawText(confirm.text, names)),
    element('div', { class: 'dialog-actions' }, no, yes),
  );
  /** @param {boolean} answer */
  const close = (answer) => {
    resolve(answer);
    dialog.remove();
  };
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}
