// @ts-check
/** @import { Confirm, Press, Stage } from '../../shapes.js' */
import { confirmed } from '../../confirm.js';
import { element } from '../../element.js';

/**
 * A button that asks first where it must, and cannot be pressed again while its press is on the way.
 * @param {{ class: string, label?: string, title?: string, disabled?: boolean }} look
 * @param {Node | string} inside
 * @param {Press} press
 * @param {Stage} stage
 * @param {Confirm} [confirm]
 * @returns {HTMLButtonElement}
 */
export function pressable(look, inside, press, stage, confirm) {
  const button = element(
    'button',
    {
      type: 'button',
      class: look.class,
      'aria-label': look.label,
      title: look.title,
      disabled: look.disabled === true,
      'data-keep': `${press.block_id ?? ''}/${press.action_id}/${press.value ?? ''}`,
      click: async () => {
        if (button.getAttribute('aria-busy')) return;
        if (confirm && !(await confirmed(confirm, stage.names))) {
          button.focus();
          return;
        }
        button.setAttribute('aria-busy', 'true');
        try {
          await stage.press(press);
        } finally {
          button.removeAttribute('aria-busy');
        }
      },
    },
    inside,
  );
  return button;
}
