import { TASK_STATUS, urlSource } from './agent-blocks.ts';
import { countedLength } from './counted-length.ts';
import { LIMITS } from './limits.ts';
import { isList, isObject, list, type Rule, tagged, typed } from './rule.ts';
import { someText, text } from './values.ts';

const title = text(LIMITS.chunk.title);

/** The blocks of a chunk are judged with the rules of a message, not here. */
const someBlocks: Rule = list(() => []);

/** What one call of `chat.appendStream` may carry. https://docs.slack.dev/reference/methods/chat.appendStream */
export const chunk: Rule = tagged(
  new Map([
    ['markdown_text', typed('markdown_text', { text: someText })],
    [
      'task_update',
      typed(
        'task_update',
        { id: someText, title, status: TASK_STATUS },
        {
          details: text(LIMITS.chunk.text, { min: 0 }),
          output: text(LIMITS.chunk.text, { min: 0 }),
          sources: list(urlSource),
        },
      ),
    ],
    ['plan_update', typed('plan_update', { title })],
    ['blocks', typed('blocks', { blocks: someBlocks })],
  ]),
);

/** Counted characters of markdown in all chunks of one call. */
export function markdownLengthOf(chunks: readonly unknown[]): number {
  return chunks.reduce<number>(
    (total, one) => (isObject(one) && typeof one['text'] === 'string' ? total + countedLength(one['text']) : total),
    0,
  );
}

/** The block lists among the chunks, by index. */
export function blockListsOf(
  chunks: readonly unknown[],
): readonly { readonly index: number; readonly blocks: unknown }[] {
  return chunks.flatMap((one, index) =>
    isObject(one) && one['type'] === 'blocks' ? [{ index, blocks: one['blocks'] }] : [],
  );
}

export function blockCountOf(chunks: readonly unknown[]): number {
  return blockListsOf(chunks).reduce((total, { blocks }) => total + (isList(blocks) ? blocks.length : 0), 0);
}
