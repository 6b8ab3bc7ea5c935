// @ts-check
/** @import { Block, Stage } from '../../shapes.js' */
import { element } from '../../element.js';
import { drawElement } from '../elements/element-of-block.js';
import { wordsOf } from '../text.js';

/**
 * One labelled field. Its error, from the app or from the page's own check, stands right below it.
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawInput(block, stage) {
  const part = block.element;
  if (!part) return element('div');
  const id = `${stage.scope}-${block.block_id ?? ''}`;
  const label = wordsOf(block.label);
  const control = drawElement(part, block.block_id, stage, label, {
    id,
    dispatches: block.dispatch_action === true,
    optional: block.optional === true,
  });
  const isGroup = part.type === 'checkboxes' || part.type === 'radio_buttons';
  const mark = block.optional === true && element('span', { class: 'muted' }, ' (optional)');
  const hint = block.hint !== undefined && element('p', { class: 'hint', id: `${id}-hint` }, wordsOf(block.hint));
  const wrong = stage.errors[block.block_id ?? ''];
  const error = element('p', { class: 'field-error', id: `${id}-error`, hidden: !wrong }, wrong ?? '');
  const focusable = isGroup ? control : (control.querySelector('input, textarea, select') ?? control);
  focusable.setAttribute('aria-describedby', `${id}-hint ${id}-error`);
  if (wrong) focusable.setAttribute('aria-invalid', 'true');
  if (isGroup) {
    // A fieldset names its choices; every other control has a label that points to it.
    return element(
      'fieldset',
      { class: 'field', 'data-block': block.block_id },
      element('legend', {}, label, mark),
      control,
      hint,
      error,
    );
  }
  return element(
    'div',
    { class: 'field', 'data-block': block.block_id },
    element('label', { for: id }, label, mark),
    control,
    hint,
    error,
  );
}
