// @ts-check
/** @import { Element, Plain } from '../../shapes.js' */
/** @import { Slot } from './slot.js' */
import { element } from '../../element.js';
import { controlAttributes, joinForm, sendChoice } from './slot.js';

const inputTypes = new Map([
  ['datepicker', 'date'],
  ['timepicker', 'time'],
  ['datetimepicker', 'datetime-local'],
]);

/**
 * Date (`2026-11-29`), time (`14:05`) and date-time (whole seconds since 1970) pickers: the browser's own controls.
 * @param {Element} part
 * @param {Slot} slot
 */
export function drawDate(part, slot) {
  const control = element('input', {
    ...controlAttributes(part, slot),
    class: 'text-input',
    type: inputTypes.get(part.type),
  });
  control.value = part.initial_date ?? part.initial_time ?? localTime(part.initial_date_time);
  /** @returns {Plain} */
  const read = () => {
    if (control.value === '') return null;
    return part.type === 'datetimepicker' ? Math.floor(new Date(control.value).getTime() / 1000) : control.value;
  };
  control.addEventListener('change', () => void sendChoice(part, slot, read()));
  joinForm(part, slot, {
    read,
    keep: () => control.value,
    restore: (kept) => {
      control.value = kept;
    },
  });
  return control;
}

/**
 * @param {number | undefined} seconds
 * @returns {string} in the form a `datetime-local` input takes, in the viewer's own time zone
 */
function localTime(seconds) {
  if (seconds === undefined) return '';
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
