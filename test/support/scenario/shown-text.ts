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
  if (Array.isArray(value)) return value.flatMap((item) => [...collect(item), ...(isBlock(item) ? ['\n'] : [])]);
  if (!isObject(value)) return [];
  const draw = drawn.get(String(value['type']));
  if (draw !== undefined) return [draw(value)];
  return shownParts.flatMap((part) => collect(value[part]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Blocks stand below each other; the pieces of one line do not. */
const isBlock = (value: unknown): boolean => isObject(value) && 'block_id' in value;
