import type { Ids } from '../ids.ts';
import { isObject, type JsonObject } from '../json.ts';

/** Blocks as Slack stores them: every block and every interactive element has an id, given or made up. */
export function withIds(blocks: readonly JsonObject[], ids: Ids): readonly JsonObject[] {
  return blocks.map((block) => withBlockIds(block, ids));
}

function withBlockIds(block: JsonObject, ids: Ids): JsonObject {
  const filled: Record<string, unknown> = { ...block };
  filled['block_id'] ??= ids.hex(5);
  for (const key of ['accessory', 'element']) {
    const element = filled[key];
    if (isObject(element)) filled[key] = withActionId(element, ids);
  }
  for (const key of ['elements', 'actions']) filled[key] = mapObjects(filled[key], (item) => withActionId(item, ids));
  for (const key of ['child_blocks']) filled[key] = mapObjects(filled[key], (item) => withBlockIds(item, ids));
  if (block['type'] === 'carousel')
    filled['elements'] = mapObjects(block['elements'], (card) => withBlockIds(card, ids));
  return Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined));
}

/** Sorts of elements that raise actions or carry values; texts and images have no action_id. */
const INTERACTIVE = /button|select|checkboxes|overflow|picker|_input$/;

function withActionId(element: JsonObject, ids: Ids): JsonObject {
  const type = element['type'];
  if (typeof type !== 'string' || !INTERACTIVE.test(type)) return element;
  return { ...element, action_id: element['action_id'] ?? ids.hex(5) };
}

function mapObjects(value: unknown, change: (item: JsonObject) => JsonObject): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? change(item) : item)) : value;
}
