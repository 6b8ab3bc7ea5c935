// @ts-check
/** @import { Place } from './shapes.js' */
import { element } from './element.js';
import { icon } from './icon.js';

/** Beyond this the field scrolls instead of growing. */
const maxHeightPx = 220;

/** What was typed and not sent, by place, for as long as the page is open. @type {Map<string, string>} */
const drafts = new Map();

/**
 * The field one writes in. Enter sends, Shift+Enter is a new line; what could not be sent stays.
 * @param {{ label: string, send: (text: string) => Promise<boolean> }} wanted
 */
export function makeComposer(wanted) {
  let draftKey = '';
  let sending = false;
  const field = element('textarea', {
    class: 'composer-field',
    rows: 1,
    'aria-label': wanted.label,
    input: () => changed(),
    keydown: (/** @type {KeyboardEvent} */ event) => onKey(event),
  });
  const mention = element(
    'button',
    {
      type: 'button',
      class: 'button-quiet',
      title: 'Mention Countersign',
      'aria-label': 'Mention Countersign',
      click: () => insert('@Countersign '),
    },
    '@',
  );
  const send = element(
    'button',
    { type: 'submit', class: 'composer-send', 'aria-label': 'Send', title: 'Send (Enter)', disabled: true },
    icon('send'),
  );
  const root = element(
    'form',
    { class: 'composer', submit: (/** @type {Event} */ event) => submit(event) },
    field,
    element(
      'div',
      { class: 'composer-tools' },
      mention,
      element('span', { class: 'composer-hint muted' }, 'Enter sends · Shift+Enter for a new line'),
      send,
    ),
  );

  const changed = () => {
    drafts.set(draftKey, field.value);
    send.disabled = field.value.trim() === '';
    field.style.height = 'auto';
    field.style.height = `${Math.min(field.scrollHeight, maxHeightPx)}px`;
  };

  /** @param {string} text */
  const insert = (text) => {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.focus();
    changed();
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    root.requestSubmit();
  };

  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text || sending) return;
    sending = true;
    const key = draftKey;
    const sent = await wanted.send(text);
    sending = false;
    if (!sent) return;
    drafts.delete(key);
    if (key !== draftKey) return;
    field.value = '';
    changed();
  };

  return {
    root,
    focus: () => field.focus(),
    /**
     * @param {Place} place
     * @param {{ placeholder: string, disabled: boolean, mentions: boolean }} look
     */
    show(place, look) {
      field.placeholder = look.placeholder;
      field.disabled = look.disabled;
      mention.hidden = !look.mentions || look.disabled;
      const key = JSON.stringify(place);
      if (key === draftKey) return;
      draftKey = key;
      field.value = drafts.get(key) ?? '';
      changed();
    },
  };
}
