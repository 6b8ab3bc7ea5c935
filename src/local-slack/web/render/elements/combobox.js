// @ts-check
/** @import { Option } from '../../shapes.js' */
import { element } from '../../element.js';
import { icon } from '../../icon.js';
import { wordsOf } from '../text.js';

/**
 * @typedef {object} Combobox
 * @property {HTMLElement} root
 * @property {() => Option[]} chosen
 * @property {(options: Option[]) => void} choose
 */

/**
 * A text field with a list below it, by the ARIA combobox pattern: arrows move, Enter takes, Escape closes the list only.
 * @param {object} wanted
 * @param {string} wanted.id
 * @param {string | undefined} wanted.label
 * @param {string} wanted.keep
 * @param {string} wanted.placeholder
 * @param {number} wanted.most how many may be chosen
 * @param {number} wanted.minQuery letters before a search
 * @param {number} wanted.searchDelayMs a pause in typing this long starts a search
 * @param {Option[]} wanted.chosen
 * @param {(query: string) => Promise<Option[]>} wanted.search
 * @param {() => Promise<boolean>} wanted.changed false takes the change back
 * @returns {Combobox}
 */
export function makeCombobox(wanted) {
  let chosen = wanted.chosen;
  /** @type {Option[]} */
  let found = [];
  let active = -1;
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const listId = `${wanted.id}-list`;
  const chips = element('div', { class: 'chips' });
  const input = element('input', {
    id: wanted.id,
    type: 'text',
    class: 'text-input',
    role: 'combobox',
    autocomplete: 'off',
    placeholder: wanted.placeholder,
    'aria-label': wanted.label,
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'data-keep': wanted.keep,
    input: () => {
      // What stands there is no answer to what was typed: Enter must not take it.
      close();
      scheduleSearch();
    },
    focus: () => scheduleSearch(),
    blur: () => close(),
    keydown: (/** @type {KeyboardEvent} */ event) => onKey(event),
  });
  const list = element('ul', {
    id: listId,
    class: 'options',
    role: 'listbox',
    'aria-label': wanted.label ?? 'Options',
    hidden: true,
  });
  const root = element('div', { class: 'combobox' }, chips, input, list);

  const drawChosen = () => {
    chips.replaceChildren(...chosen.map(chip));
    input.hidden = chosen.length >= wanted.most;
  };

  /** @param {Option} option */
  const chip = (option) =>
    element(
      'span',
      { class: 'chip' },
      wordsOf(option.text),
      element(
        'button',
        {
          type: 'button',
          'aria-label': `Remove ${wordsOf(option.text)}`,
          click: () => void change(chosen.filter((one) => one !== option)),
        },
        icon('close'),
      ),
    );

  /** @param {Option[]} next */
  const change = async (next) => {
    const before = chosen;
    chosen = next;
    drawChosen();
    if (!(await wanted.changed())) chosen = before;
    drawChosen();
  };

  const scheduleSearch = () => {
    clearTimeout(timer);
    if (wanted.searchDelayMs === 0) void search();
    else timer = setTimeout(() => void search(), wanted.searchDelayMs);
  };

  const search = async () => {
    asked += 1;
    const mine = asked;
    if (input.value.length < wanted.minQuery) {
      close();
      return;
    }
    const answer = await wanted.search(input.value);
    // An answer that was overtaken, or that nobody waits for any more, changes nothing.
    if (mine !== asked || document.activeElement !== input) return;
    found = answer.filter((option) => !chosen.some((one) => one.value === option.value));
    open();
  };

  const open = () => {
    active = found.length > 0 ? 0 : -1;
    drawList();
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  };

  const close = () => {
    clearTimeout(timer);
    asked += 1;
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const drawList = () => {
    const rows = found.map((option, index) =>
      element(
        'li',
        {
          id: `${listId}-${index}`,
          role: 'option',
          'aria-selected': String(index === active),
          // The field keeps the focus, so that leaving it means leaving the list.
          mousedown: (/** @type {MouseEvent} */ event) => event.preventDefault(),
          click: () => take(option),
        },
        wordsOf(option.text),
        option.description !== undefined && element('span', { class: 'muted' }, wordsOf(option.description)),
      ),
    );
    list.replaceChildren(...(rows.length > 0 ? rows : [element('li', { class: 'muted' }, 'No matches')]));
    if (active >= 0) input.setAttribute('aria-activedescendant', `${listId}-${active}`);
  };

  /** @param {Option} option */
  const take = (option) => {
    input.value = '';
    close();
    void change([...chosen, option]);
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (list.hidden) {
      if (event.key === 'ArrowDown') scheduleSearch();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      active = (active + step + found.length) % found.length;
      drawList();
      event.preventDefault();
    } else if (event.key === 'Enter') {
      const option = found[active];
      if (option) take(option);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      close();
      event.preventDefault();
      event.stopPropagation();
    }
  };

  drawChosen();
  return {
    root,
    chosen: () => chosen,
    choose(options) {
      chosen = options;
      drawChosen();
    },
  };
}
