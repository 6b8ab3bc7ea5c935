// @ts-check
/** @import { Block, Stage, Task } from '../../shapes.js' */
import { element, outsideLink } from '../../element.js';
import { icon } from '../../icon.js';
import { drawMarkdown } from '../markdown.js';
import { wordsOf } from '../text.js';
import { drawRichText } from './rich-text.js';

const states = new Map([
  ['pending', { look: 'waiting', words: 'Waiting' }],
  ['in_progress', { look: 'running', words: 'In progress' }],
  ['complete', { look: 'done', words: 'Done' }],
  ['error', { look: 'failed', words: 'Failed' }],
]);

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawTaskCard(block, stage) {
  return drawTask(
    {
      id: block.task_id ?? '',
      title: wordsOf(block.title),
      status: block.status ?? 'pending',
      details: block.details,
      output: block.output,
      sources: block.sources,
    },
    stage,
  );
}

/**
 * @param {Block} block
 * @param {Stage} stage
 */
export function drawPlan(block, stage) {
  const tasks = (block.tasks ?? []).map((task) => element('li', {}, drawTaskCard(task, stage)));
  return element(
    'div',
    { class: 'plan' },
    element('div', { class: 'card-title' }, wordsOf(block.title)),
    element('ol', { class: 'task-list' }, ...tasks),
  );
}

/**
 * The tasks of a streamed answer, as they stand now.
 * @param {readonly Task[]} tasks
 * @param {string | undefined} planTitle
 * @param {Stage} stage
 */
export function drawTasks(tasks, planTitle, stage) {
  const title = planTitle !== undefined && element('div', { class: 'card-title' }, planTitle);
  return element(
    'div',
    { class: 'plan' },
    title,
    element(
      'ol',
      { class: 'task-list', 'aria-label': 'Steps' },
      ...tasks.map((task) => element('li', {}, drawTask(task, stage))),
    ),
  );
}

/**
 * @param {{ id: string, title: string, status: string, details?: Block | string, output?: Block | string, sources?: { url: string, text: string }[] }} task
 * @param {Stage} stage
 */
function drawTask(task, stage) {
  const state = states.get(task.status) ?? { look: 'waiting', words: task.status };
  const head = element(
    'div',
    { class: 'task-head' },
    icon(state.look),
    element('span', { class: 'task-title' }, task.title),
    element('span', { class: 'task-state' }, state.words),
  );
  const details = task.details && element('div', { class: 'task-details' }, drawWords(task.details, stage));
  const output = task.output && element('div', { class: 'task-output' }, drawWords(task.output, stage));
  const sources =
    task.sources !== undefined &&
    task.sources.length > 0 &&
    element('div', { class: 'task-sources' }, ...task.sources.map((source) => outsideLink(source.url, source.text)));
  return element(
    'div',
    { class: `task task-${states.has(task.status) ? task.status : 'pending'}` },
    head,
    details || undefined,
    output || undefined,
    sources,
  );
}

/**
 * @param {Block | string} words rich text in a block, Markdown in a stream
 * @param {Stage} stage
 */
function drawWords(words, stage) {
  return typeof words === 'string'
    ? drawMarkdown(words, stage.names)
    : drawRichText({ elements: words.elements ?? [] }, stage);
}
