// @ts-check
/** @import { Field, OpenView } from './shapes.js' */
/** @import { State, Store } from './store.js' */
import { closeView, submitView } from './api.js';
import { element } from './element.js';
import { icon } from './icon.js';
import { showError } from './notice.js';
import { drawBlocks } from './render/blocks/block.js';
import { wordsOf } from './render/text.js';
import { makeStage, valuesOf } from './stage.js';

/**
 * What a view holds while it is open: typed values stay when it is updated, and come back when a view above it closes.
 * @typedef {{ hash: string, form: HTMLFormElement, fields: Map<string, Field> }} Drawn
 */

/**
 * The top modal of the person's stack, in one dialog.
 * @param {Store} store
 */
export function mountModal(store) {
  /** @type {Map<string, Drawn>} */
  const drawnViews = new Map();
  let viewer = '';
  const dialog = element('dialog', {
    class: 'dialog',
    'aria-labelledby': 'modal-title',
    cancel: (/** @type {Event} */ event) => {
      // Escape: the app hears of it, and the dialog goes when the workspace says the view is gone.
      event.preventDefault();
      const top = store.get().views.at(-1);
      if (top) void close(top, store);
    },
  });
  document.body.append(dialog);

  store.watch((state) => {
    if (viewer !== state.place.user) drawnViews.clear();
    viewer = state.place.user;
    const open = new Set(state.views.map((view) => view.id));
    for (const id of drawnViews.keys()) if (!open.has(id)) drawnViews.delete(id);
    const top = state.views.at(-1);
    if (!top) {
      dialog.close();
      dialog.replaceChildren();
      return;
    }
    const drawn = drawnViews.get(top.id);
    if (drawn?.hash !== signatureOf(top)) drawnViews.set(top.id, drawView(top, drawn, state, store));
    const form = drawnViews.get(top.id)?.form;
    if (form && dialog.firstElementChild !== form) dialog.replaceChildren(form);
    if (!dialog.open) {
      dialog.showModal();
      focusFirst(form);
    }
  });
}

/**
 * A form starts in its first wrong or wanted field, a question without fields on its main button.
 * @param {HTMLFormElement | undefined} form
 */
function focusFirst(form) {
  const order = ['[aria-invalid]', '[autofocus]', '.dialog-body :is(input, textarea, select)', '[type="submit"]'];
  const first = order.map((selector) => form?.querySelector(selector)).find((found) => found);
  if (first instanceof HTMLElement) first.focus();
}

/** @param {OpenView} view */
function signatureOf(view) {
  return `${view.hash} ${JSON.stringify(view.errors ?? {})}`;
}

/**
 * @param {OpenView} open
 * @param {Drawn | undefined} before
 * @param {State} state
 * @param {Store} store
 * @returns {Drawn}
 */
function drawView(open, before, state, store) {
  const { view } = open;
  const stage = makeStage({
    scope: open.id,
    viewer: state.place.user,
    names: state.names,
    where: { view_id: open.id },
    errors: open.errors ?? {},
  });
  const { fields } = stage;
  const body = element('div', { class: 'dialog-body' }, drawBlocks(view.blocks, stage));
  const submit =
    view.submit !== undefined &&
    element('button', { type: 'submit', class: 'button button-primary' }, wordsOf(view.submit));
  const cancel = element(
    'button',
    { type: 'button', class: 'button', click: () => close(open, store) },
    wordsOf(view.close) || (view.submit ? 'Cancel' : 'Close'),
  );
  const form = element(
    'form',
    {
      class: 'dialog-form',
      novalidate: true,
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (view.submit !== undefined) void sendForm(open, form, fields, state.place.user);
      },
    },
    element(
      'header',
      { class: 'dialog-head' },
      element('h2', { id: 'modal-title' }, wordsOf(view.title)),
      element(
        'button',
        { type: 'button', class: 'button-quiet', 'aria-label': 'Close', click: () => close(open, store) },
        icon('close'),
      ),
    ),
    body,
    element('footer', { class: 'dialog-actions' }, cancel, submit),
  );
  for (const [key, field] of before?.fields ?? []) fields.get(key)?.restore(field.keep());
  return { hash: signatureOf(open), form, fields };
}

/**
 * @param {OpenView} open
 * @param {HTMLFormElement} form
 * @param {Map<string, Field>} fields
 * @param {string} user
 */
async function sendForm(open, form, fields, user) {
  if (form.getAttribute('aria-busy')) return;
  const complaints = [...fields.values()].flatMap((field) => {
    const complaint = field.complaint();
    return complaint === undefined ? [] : [/** @type {const} */ ([field.blockId, complaint])];
  });
  showErrors(form, Object.fromEntries(complaints));
  if (complaints.length > 0) return;
  form.setAttribute('aria-busy', 'true');
  const answer = await submitView(user, open.id, valuesOf(fields));
  form.removeAttribute('aria-busy');
  const errors = answer.errors ?? {};
  if (Object.keys(errors).length > 0) showErrors(form, errors);
  else if (!answer.ok) showError(answer.error);
}

/**
 * Puts each error below its field and goes to the first.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} errors by block_id
 */
function showErrors(form, errors) {
  const wrong = new Map(Object.entries(errors));
  /** @type {HTMLElement | undefined} */
  let first;
  for (const field of form.querySelectorAll('.field')) {
    const text = wrong.get(field.getAttribute('data-block') ?? '');
    const place = field.querySelector('.field-error');
    if (place instanceof HTMLElement) {
      place.hidden = text === undefined;
      place.textContent = text ?? '';
    }
    const control = field.querySelector('input, textarea, select');
    if (text === undefined) control?.removeAttribute('aria-invalid');
    else control?.setAttribute('aria-invalid', 'true');
    if (text !== undefined && first === undefined && control instanceof HTMLElement) first = control;
  }
  first?.focus();
}

/**
 * @param {OpenView} view
 * @param {Store} store
 */
async function close(view, store) {
  const answer = await closeView(store.get().place.user, view.id);
  if (!answer.ok) showError(answer.error);
}
