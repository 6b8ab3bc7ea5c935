import { button, workflowButton } from './buttons.ts';
import { checkboxes, MULTI_SELECTS, overflow, radioButtons, SELECTS } from './choices.ts';
import { imageElement } from './images.ts';
import { datePicker, dateTimePicker, timePicker } from './pickers.ts';
import { only, type Rule } from './rule.ts';
import { emailInput, fileInput, numberInput, plainTextInput, richTextInput, urlInput } from './text-inputs.ts';

/** Elements at home in all three places: beside a section, in an actions block, in an input block. */
const common: readonly (readonly [string, Rule])[] = [
  ...SELECTS,
  ...MULTI_SELECTS,
  ['checkboxes', checkboxes],
  ['radio_buttons', radioButtons],
  ['datepicker', datePicker],
  ['timepicker', timePicker],
];

const pressable: readonly (readonly [string, Rule])[] = [
  ['button', button],
  ['workflow_button', only(['message'], workflowButton)],
  ['overflow', overflow],
];

const momentPicker: readonly [string, Rule] = ['datetimepicker', only(['message', 'modal'], dateTimePicker)];
const composer: readonly [string, Rule] = ['rich_text_input', only(['modal', 'home'], richTextInput)];

export const ACCESSORIES: ReadonlyMap<string, Rule> = new Map([...common, ...pressable, ['image', imageElement]]);

export const ACTIONS: ReadonlyMap<string, Rule> = new Map([...common, ...pressable, momentPicker, composer]);

export const INPUTS: ReadonlyMap<string, Rule> = new Map([
  ...common,
  momentPicker,
  composer,
  ['plain_text_input', plainTextInput],
  ['email_text_input', only(['modal'], emailInput)],
  ['url_text_input', only(['modal'], urlInput)],
  ['number_input', only(['modal'], numberInput)],
  ['file_input', only(['modal'], fileInput)],
]);
