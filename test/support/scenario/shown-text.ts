import { z } from 'zod';

const node = z.looseObject({ type: z.unknown().optional() });
const list = z.array(z.unknown());

/** Words that Slack draws for elements that have no text of their own, so that a test can look for them. */
const drawn: ReadonlyMap<string, (element: Readonly<Record<string, unknown>>) => string> = new Map([
  ['user', (element: Readonly<Record<string, unknown>>) => `<@${String(element['user_id'])}>`],
  ['usergroup', (element: Readonly<Record<string, unknown>>) => `<!subteam^${String(element['usergroup_id'])}>`],
  ['channel', (element: Readonly<Record<string, unknown>>) => `<#${String(element['channel_id'])}>`],
]);

/** The parts of a block in which Slack shows text to people, in the order in which they are read. */
const shownParts = ['title', 'label', 'text', 'fields', 'elements', 'element', 'options', 'hint', 'output', 'details'];

/** Everything a person can read in these blocks: texts and labels, no ids, values or metadata. */
export function textOfBlocks(blocks: unknown): string {
  return collect(blocks).join('');
}

/** What a message says: its blocks, or its text where it has none, as Slack's clients have it. */
export function textOfMessage(message: { readonly text: string; readonly blocks: readonly unknown[] }): string {
  return message.blocks.length === 0 ? message.text : textOfBlocks(message.blocks);
}

function collect(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const items = list.safeParse(value);
  if (items.success) return items.data.flatMap((item) => [...collect(item), ...(isBlock(item) ? ['\n'] : [])]);
  const object = node.safeParse(value);
  if (!object.success) return [];
  const draw = drawn.get(String(object.data.type));
  if (draw !== undefined) return [draw(object.data)];
  return shownParts.flatMap((part) => collect(object.data[part]));
}

/** Blocks stand below each other; the pieces of one line do not. */
const isBlock = (value: unknown): boolean => {
  const object = node.safeParse(value);
  return object.success && 'block_id' in object.data;
};
