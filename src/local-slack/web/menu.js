// @ts-check
import { element } from './element.js';

/** @typedef {{ label: string, danger?: boolean, choose: () => unknown }} MenuItem */

/**
 * A button that opens a short menu. Arrows move, Escape and leaving close it, and the focus goes back to the button.
 * @param {{ label: string, class: string, inside: Node, keep?: string }} look
 * @param {readonly MenuItem[]} items
 * @returns {HTMLElement}
 */
export function makeMenu(look, items) {
  const button = element(
    'button',
    {
      type: 'button',
      class: look.class,
      'aria-label': look.label,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'data-keep': look.keep,
      click: () => toggle(),
    },
    look.inside,
  );
  const rows = items.map((item) =>
    element(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        class: item.danger ? 'menu-item menu-danger' : 'menu-item',
        click: () => {
          close();
          button.focus();
          item.choose();
        },
      },
      item.label,
    ),
  );
  const list = element('div', { class: 'menu-list', role: 'menu', 'aria-label': look.label, hidden: true }, ...rows);
  const root = element(
    'div',
    {
      class: 'menu',
      focusout: (/** @type {FocusEvent} */ event) => {
        if (!(event.relatedTarget instanceof Node && root.contains(event.relatedTarget))) close();
      },
      keydown: (/** @type {KeyboardEvent} */ event) => onKey(event),
    },
    button,
    list,
  );

  const toggle = () => {
    if (!list.hidden) {
      close();
      return;
    }
    list.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    rows[0]?.focus();
  };

  const close = () => {
    list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (list.hidden) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const at = rows.findIndex((row) => row.matches(':focus'));
      rows[(at + step + rows.length) % rows.length]?.focus();
      event.preventDefault();
    } else if (event.key === 'Escape') {
      close();
      button.focus();
      event.stopPropagation();
    }
  };
  return root;
}
