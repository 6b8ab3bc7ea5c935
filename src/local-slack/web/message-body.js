// @ts-check
/** @import { Message, Stage, Task } from './shapes.js' */
/** @import { MessageContext } from './message.js' */
import { element } from './element.js';
import { icon } from './icon.js';
import { drawBlocks } from './render/blocks/block.js';
import { drawTasks } from './render/blocks/task.js';
import { emojiText } from './render/emoji.js';
import { drawMarkdown } from './render/markdown.js';
import { drawMrkdwn } from './render/mrkdwn.js';
import { makeStage } from './stage.js';

/**
 * What a message says. Blocks stand for the text, which is then only a fallback; a stream without blocks is Markdown.
 * @param {Message} message
 * @param {MessageContext} context
 * @returns {HTMLElement}
 */
export function messageBody(message, context) {
  const stage = makeStage({
    scope: `${context.inThread ? 'thread' : 'main'}-${message.ts.replace('.', '-')}`,
    viewer: context.viewer,
    names: context.names,
    where: { channel: context.channel, ts: message.ts },
  });
  const blocks = message.blocks ?? [];
  const tasks = tasksOutsideBlocks(message);
  const said = blocks.length > 0 ? drawBlocks(blocks, stage) : drawSaid(message, context);
  const isStreaming = message.streaming_state === 'in_progress';
  return element(
    'div',
    { class: `message-body${isStreaming ? ' streaming' : ''}`, 'aria-busy': isStreaming ? 'true' : undefined },
    tasks.length > 0 && drawTasks(tasks, message.plan_title, stage),
    said,
    ...(message.attachments ?? []).map((attachment) => drawAttachment(attachment, stage)),
    ...(message.files ?? []).map((file) =>
      element('p', { class: 'file' }, icon('archive'), file.title || file.name || file.id),
    ),
    message.streaming_state === 'errored' && element('p', { class: 'muted' }, 'This answer was interrupted.'),
    message.stopped_by !== undefined &&
      element('p', { class: 'muted' }, `Stopped by ${context.names.person(message.stopped_by)}.`),
    (message.reactions ?? []).length > 0 && drawReactions(message, context),
  );
}

/**
 * @param {Message} message
 * @param {MessageContext} context
 */
function drawSaid(message, context) {
  if (message.streaming_state !== undefined)
    return element('div', { class: 'markdown' }, drawMarkdown(message.text, context.names));
  return element('div', { class: 'mrkdwn' }, drawMrkdwn(message.text, context.names));
}

/**
 * @param {NonNullable<Message['attachments']>[number]} attachment
 * @param {Stage} stage
 */
function drawAttachment(attachment, stage) {
  const said = attachment.blocks
    ? drawBlocks(attachment.blocks, stage)
    : drawMrkdwn(attachment.text ?? attachment.fallback ?? '', stage.names);
  return element('div', { class: 'attachment' }, said);
}

/**
 * @param {Message} message
 * @param {MessageContext} context
 */
function drawReactions(message, context) {
  const marks = (message.reactions ?? []).map(({ name, users }) =>
    element(
      'span',
      { class: 'reaction', title: users.map(context.names.person).join(', ') },
      `${emojiText(name)} ${users.length}`,
    ),
  );
  return element('div', { class: 'reactions' }, ...marks);
}

/**
 * A stream's tasks may be listed apart and in its blocks as well; each is drawn once.
 * @param {Message} message
 * @returns {Task[]}
 */
function tasksOutsideBlocks(message) {
  const blocks = message.blocks ?? [];
  const inBlocks = new Set(
    blocks.flatMap((block) => [block.task_id, ...(block.tasks ?? []).map((task) => task.task_id)]),
  );
  return (message.tasks ?? []).filter((task) => !inBlocks.has(task.id));
}
