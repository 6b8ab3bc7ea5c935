// @ts-check
/** @import { Element, Field, Stage } from '../../shapes.js' */
import { confirmed } from '../../confirm.js';

/**
 * Where an element sits. In an input block it has an id for its label and speaks only when the form is sent, unless the
 * block dispatches; in a section or actions block every choice is sent at once.
 * @typedef {object} Slot
 * @property {string | undefined} blockId
 * @property {Stage} stage
 * @property {string} label
 * @property {{ id: string, dispatches: boolean, optional: boolean } | undefined} input
 */

/**
 * Makes a control part of the form around it; what it holds goes along with every press and submission there.
 * @param {Element} part
 * @param {Slot} slot
 * @param {Pick<Field, 'read' | 'keep' | 'restore'> & { complaint?: () => string | undefined }} control
 */
export function joinForm(part, slot, control) {
  if (!slot.blockId) return;
  const required = slot.input !== undefined && !slot.input.optional;
  slot.stage.fields.set(`${slot.blockId}/${part.action_id ?? ''}`, {
    blockId: slot.blockId,
    actionId: part.action_id ?? '',
    read: control.read,
    keep: control.keep,
    restore: control.restore,
    complaint: () =>
      required && isEmpty(control.read()) ? 'Please complete this required field.' : control.complaint?.(),
  });
}

/**
 * Sends a choice that was just made, where choices are sent at once.
 * @param {Element} part
 * @param {Slot} slot
 * @param {unknown} selected
 * @returns {Promise<boolean>} false: the person was asked and said no; the control should go back
 */
export async function sendChoice(part, slot, selected) {
  if (slot.input && !slot.input.dispatches) return true;
  if (part.confirm && !(await confirmed(part.confirm, slot.stage.names))) return false;
  await slot.stage.press({ action_id: part.action_id ?? '', block_id: slot.blockId, selected });
  return true;
}

/** @param {import('../../shapes.js').Plain} value */
function isEmpty(value) {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * Attributes every control shares: the id its label points to, or a name of its own; and a key by which focus finds it again.
 * @param {Element} part
 * @param {Slot} slot
 */
export function controlAttributes(part, slot) {
  return {
    id: slot.input?.id,
    'aria-label': slot.input ? undefined : slot.label || part.placeholder?.text || part.action_id,
    'data-keep': `${slot.blockId ?? ''}/${part.action_id ?? ''}`,
    autofocus: part.focus_on_load === true,
  };
}
