import { dispatchConfig } from './composition.ts';
import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import { type Check, inside, list, problem, type Rule, refined, typed } from './rule.ts';
import { plainText } from './text-objects.ts';
import { flag, id, integer, matching, text } from './values.ts';

const writable = {
  action_id: id,
  placeholder: plainText(LIMITS.placeholder),
  focus_on_load: flag,
  dispatch_action_config: dispatchConfig,
};

const initialText = text(LIMITS.textInput.length, { min: 0 });

function ordered(low: string, high: string): Check {
  return (element, at) => {
    const min = element[low];
    const max = element[high];
    return min !== undefined && max !== undefined && Number(min) > Number(max)
      ? [problem(inside(at, low), `must not be greater than \`${high}\``)]
      : [];
  };
}

export const plainTextInput: Rule = refined(
  typed(
    'plain_text_input',
    {},
    {
      ...writable,
      multiline: flag,
      initial_value: initialText,
      min_length: integer(0, LIMITS.textInput.length),
      max_length: integer(1, LIMITS.textInput.length),
    },
  ),
  ordered('min_length', 'max_length'),
);

export const richTextInput: Rule = refined(
  typed(
    'rich_text_input',
    {},
    {
      ...writable,
      initial_value: richText,
      min_lines: integer(1, LIMITS.textInput.lines),
      max_lines: integer(1, LIMITS.textInput.lines),
    },
  ),
  ordered('min_lines', 'max_lines'),
);

export const emailInput: Rule = typed('email_text_input', {}, { ...writable, initial_value: initialText });

export const urlInput: Rule = typed('url_text_input', {}, { ...writable, initial_value: initialText });

const numeral = matching(/^-?\d+(?:\.\d+)?$/, 'of a number');

const noDecimals: Check = (element, at) => {
  if (element['is_decimal_allowed'] === true) return [];
  return ['initial_value', 'min_value', 'max_value']
    .filter((name) => typeof element[name] === 'string' && element[name].includes('.'))
    .map((name) => problem(inside(at, name), 'must not be a decimal'));
};

export const numberInput: Rule = refined(
  typed(
    'number_input',
    { is_decimal_allowed: flag },
    { ...writable, initial_value: numeral, min_value: numeral, max_value: numeral },
  ),
  noDecimals,
  ordered('min_value', 'max_value'),
  ordered('min_value', 'initial_value'),
  ordered('initial_value', 'max_value'),
);

export const fileInput: Rule = typed(
  'file_input',
  {},
  { action_id: id, filetypes: list(text(LIMITS.id), { min: 1 }), max_files: integer(1, LIMITS.files) },
);
