import type { JsonObject } from './fixture-workspace.ts';

/** Noon of one day, so that times in screenshots do not move. */
export const sampleTs = '1764417600.000100';

/** A message of the bot's that holds these blocks. */
export function botMessage(blocks: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { ts: sampleTs, user: 'U0COUNTER', text: 'fallback text', blocks, ...more };
}

export function plain(text: string): JsonObject {
  return { type: 'plain_text', text };
}

export function mrkdwn(text: string): JsonObject {
  return { type: 'mrkdwn', text };
}

export function button(words: string, more: JsonObject = {}): JsonObject {
  return {
    type: 'button',
    action_id: words.toLowerCase().replaceAll(' ', '_'),
    text: plain(words),
    value: 'v1',
    ...more,
  };
}

export function actions(...elements: readonly JsonObject[]): JsonObject {
  return { type: 'actions', block_id: 'acts', elements };
}

export function input(blockId: string, label: string, element: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    type: 'input',
    block_id: blockId,
    label: plain(label),
    element: { action_id: 'value', ...element },
    ...more,
  };
}

export function option(words: string, value: string): JsonObject {
  return { text: plain(words), value };
}

export function richText(...leaves: readonly JsonObject[]): JsonObject {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: leaves }] };
}

/** A modal as the workspace lists it. */
export function openModal(blocks: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    id: 'V1',
    hash: '1.a',
    view: {
      type: 'modal',
      title: plain('Edit arguments'),
      submit: plain('Approve edited'),
      close: plain('Cancel'),
      blocks,
    },
    ...more,
  };
}
