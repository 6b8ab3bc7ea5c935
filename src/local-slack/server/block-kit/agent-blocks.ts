import { LIMITS } from './limits.ts';
import { richText } from './rich-text.ts';
import { isObject, list, oneOf, problem, type Rule, shape, typed } from './rule.ts';
import { id, link, someText, text } from './values.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/markdown-block */
export const markdown: Rule = typed('markdown', { text: text(LIMITS.message.markdown) }, { block_id: id });

export const TASK_STATUS: Rule = oneOf('pending', 'in_progress', 'complete', 'error');

/** A page an answer was drawn from. */
export const urlSource: Rule = typed('url', { url: link, text: someText });

/** An empty string gets the complaint Slack was seen to give; any other string is no rich text. */
const taskText: Rule = (value, at) =>
  value === '' ? [problem(at, 'must be more than 0 characters')] : richText(value, at);

const taskFields = { task_id: someText, title: someText, status: TASK_STATUS };
const taskExtras = {
  block_id: id,
  details: taskText,
  output: taskText,
  sources: list(urlSource),
  icon: typed('icon', { name: someText }),
};

/** https://docs.slack.dev/reference/block-kit/blocks/task-card-block */
export const taskCard: Rule = typed('task_card', taskFields, taskExtras);

/** A task inside a plan may leave out its `type`. */
const plannedTask: Rule = (value, at) =>
  isObject(value) && value['type'] === undefined ? shape(taskFields, taskExtras)(value, at) : taskCard(value, at);

export const plan: Rule = typed('plan', { title: someText }, { block_id: id, tasks: list(plannedTask) });
