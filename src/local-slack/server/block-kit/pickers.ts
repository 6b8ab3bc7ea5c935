import { confirm } from './composition.ts';
import { LIMITS } from './limits.ts';
import { problem, type Rule, typed } from './rule.ts';
import { plainText } from './text-objects.ts';
import { flag, id, integer, matching, someText } from './values.ts';

const pickable = { action_id: id, confirm, focus_on_load: flag };
const placeholder = plainText(LIMITS.placeholder);

/** Slack wants ten digits: seconds, not milliseconds, between 2001 and 2286. */
const TEN_DIGITS = { min: 1_000_000_000, max: 9_999_999_999 };

const date: Rule = (value, at) => {
  const wellFormed = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const day = wellFormed ? new Date(`${value}T00:00:00Z`) : undefined;
  // A day that does not exist is either invalid or moved into the next month by Date.
  const exists = day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(String(value));
  return exists ? [] : [problem(at, 'must be in the format YYYY-MM-DD')];
};

export const datePicker: Rule = typed('datepicker', {}, { ...pickable, placeholder, initial_date: date });

export const timePicker: Rule = typed(
  'timepicker',
  {},
  {
    ...pickable,
    placeholder,
    initial_time: matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'HH:mm'),
    timezone: someText,
  },
);

export const dateTimePicker: Rule = typed(
  'datetimepicker',
  {},
  { ...pickable, initial_date_time: integer(TEN_DIGITS.min, TEN_DIGITS.max) },
);
