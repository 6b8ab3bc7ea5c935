import { confirm } from './composition.ts';
import { LIMITS } from './limits.ts';
import { list, oneOf, type Rule, shape, typed } from './rule.ts';
import { plainText } from './text-objects.ts';
import { id, link, someText, text } from './values.ts';

const caption = plainText(LIMITS.button.text);
const value = text(LIMITS.button.value, { min: 0 });
const accessibilityLabel = text(LIMITS.button.label);
const style = oneOf('primary', 'danger');

export const button: Rule = typed(
  'button',
  { text: caption },
  { action_id: id, value, url: link, style, confirm, accessibility_label: accessibilityLabel },
);

const workflow: Rule = shape({
  trigger: shape({ url: link }, { customizable_input_parameters: list(shape({ name: someText, value: someText })) }),
});

export const workflowButton: Rule = typed(
  'workflow_button',
  { text: caption, workflow },
  { action_id: id, style, confirm, accessibility_label: accessibilityLabel },
);

const feedback: Rule = shape({ text: caption, value }, { accessibility_label: accessibilityLabel });

const feedbackButtons: Rule = typed(
  'feedback_buttons',
  { positive_button: feedback, negative_button: feedback },
  { action_id: id },
);

const iconButton: Rule = typed(
  'icon_button',
  { icon: someText, text: caption },
  {
    action_id: id,
    value,
    confirm,
    accessibility_label: accessibilityLabel,
    visible_to_user_ids: list(someText, { max: LIMITS.visibleTo }),
  },
);

/** What a `context_actions` block holds. */
export const CONTEXT_ACTIONS: ReadonlyMap<string, Rule> = new Map([
  ['feedback_buttons', feedbackButtons],
  ['icon_button', iconButton],
]);
