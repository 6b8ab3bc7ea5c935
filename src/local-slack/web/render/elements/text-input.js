// @ts-check
/** @import { Element } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { element } from '../../element.js';
import { wordsOf } from '../text.js';
import { controlAttributes, joinForm, sendChoice } from './slot.js';

/** @type {Map<string, { type: string, inputmode: string, complaint: (text: string, part: Element) => string | undefined }>} */
const kinds = new Map([
  ['number_input', { type: 'text', inputmode: 'decimal', complaint: numberComplaint }],
  [
    'email_text_input',
    {
      type: 'email',
      inputmode: 'email',
      complaint: (text) => (/^\S+@\S+\.\S+$/.test(text) ? undefined : 'Please enter a valid email.'),
    },
  ],
  [
    'url_text_input',
    {
      type: 'url',
      inputmode: 'url',
      complaint: (text) => (/^https?:\/\/\S+$/i.test(text) ? undefined : 'Please enter a valid URL.'),
    },
  ],
]);

/**
 * Text, number, email and URL inputs. Rich text is typed as plain text: this page has no editor for marks.
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawTextInput(part, slot) {
  const kind = kinds.get(part.type);
  const attributes = {
    ...controlAttributes(part, slot),
    class: 'text-input',
    placeholder: wordsOf(part.placeholder),
    autocomplete: 'off',
  };
  const isLong = part.multiline === true || part.type === 'rich_text_input';
  const control = isLong
    ? element('textarea', { ...attributes, rows: 4, spellcheck: false })
    : element('input', { ...attributes, type: kind?.type ?? 'text', inputmode: kind?.inputmode, spellcheck: false });
  control.value = initialText(part);
  // Slack dispatches an input when Enter is pressed in it.
  if (slot.input?.dispatches) {
    control.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Enter' && !isLong) {
        event.preventDefault();
        void sendChoice(part, slot, control.value);
      }
    });
  }
  joinForm(part, slot, {
    read: () => control.value || null,
    keep: () => control.value,
    restore: (kept) => {
      control.value = kept;
    },
    complaint: () =>
      control.value === '' ? undefined : (lengthComplaint(control.value, part) ?? kind?.complaint(control.value, part)),
  });
  return control;
}

/** @param {Element} part */
function initialText(part) {
  const initial = /** @type {unknown} */ (part.initial_value);
  if (typeof initial === 'string') return initial;
  return initial === undefined ? '' : leafText(initial);
}

/**
 * The letters of a rich text value.
 * @param {any} node
 * @returns {string}
 */
function leafText(node) {
  if (typeof node?.text === 'string') return node.text;
  return Array.isArray(node?.elements) ? node.elements.map(leafText).join('') : '';
}

/**
 * @param {string} text
 * @param {Element} part
 */
function lengthComplaint(text, part) {
  if (part.min_length !== undefined && text.length < part.min_length)
    return `Please enter at least ${part.min_length} characters.`;
  if (part.max_length !== undefined && text.length > part.max_length)
    return `Please enter at most ${part.max_length} characters.`;
  return undefined;
}

/**
 * @param {string} text
 * @param {Element} part
 */
function numberComplaint(text, part) {
  const pattern = part.is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/;
  if (!pattern.test(text)) return part.is_decimal_allowed ? 'Please enter a number.' : 'Please enter a whole number.';
  if (part.min_value !== undefined && Number(text) < Number(part.min_value))
    return `Please enter ${part.min_value} or more.`;
  if (part.max_value !== undefined && Number(text) > Number(part.max_value))
    return `Please enter ${part.max_value} or less.`;
  return undefined;
}
