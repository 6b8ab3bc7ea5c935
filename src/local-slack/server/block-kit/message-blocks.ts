import { blocksOfType, type PlacedBlock, placedBlocks, repeatedBlockIds, repeatedFocus } from './across-blocks.ts';
import { block } from './blocks.ts';
import { countedLength } from './counted-length.ts';
import { expandedBlockCount } from './expanded-markdown.ts';
import { LIMITS } from './limits.ts';
import { isList, isObject, list, type Place, problem } from './rule.ts';
import { firstRefusal, OK, refused, unless, type Verdict } from './verdict.ts';

const messageBlocks = list(block, { max: LIMITS.message.blocks });

/** Judges the `blocks` array of a message one block at a time. `invalid_blocks_format` is for what is no array at all. */
export function judgeBlocks(blocks: unknown, at: Place): Verdict {
  if (!isList(blocks)) return refused('invalid_blocks_format');
  // Met as internal_error, not invalid_blocks: 12,000 characters pass, 12,001 break something inside Slack.
  if (blocks.some((one) => isMarkdown(one) && markdownLength(one) > LIMITS.message.markdown)) {
    return refused('internal_error');
  }
  return unless(messageBlocks(blocks, at), 'invalid_blocks');
}

/** Judges what only shows over all blocks of a message, those of its attachments included. Each must be sound by itself. */
export function judgeTogether(blockLists: readonly { readonly blocks: unknown; readonly at: Place }[]): Verdict {
  const placed = blockLists.flatMap(({ blocks, at }) => placedBlocks(blocks, at));
  return firstRefusal(
    () => unless([...repeatedBlockIds(placed), ...repeatedFocus(placed)], 'invalid_blocks'),
    () =>
      firstRefusal(
        ...blockLists.map(
          ({ blocks, at }) =>
            () =>
              judgeExpansion(blocks, at),
        ),
      ),
    () => judgeTables(placed),
    () => judgeLength(placed),
  );
}

function judgeExpansion(blocks: unknown, at: Place): Verdict {
  const total = (isList(blocks) ? blocks : []).reduce<number>((sum, one) => sum + expandedCount(one), 0);
  const cap = LIMITS.message.blocks;
  return total > cap ? refused('invalid_blocks', [problem(at, `no more than ${cap} items allowed`)]) : OK;
}

function judgeTables(placed: readonly PlacedBlock[]): Verdict {
  const tables = blocksOfType(placed, 'table');
  const dataTables = blocksOfType(placed, 'data_table');
  const second = [...tables, ...dataTables][LIMITS.message.tables];
  if (second) return refused('invalid_attachments', [problem(second.at, 'only_one_table_allowed')]);
  const thirdChart = blocksOfType(placed, 'data_visualization')[LIMITS.message.charts];
  if (thirdChart) {
    return refused('invalid_blocks', [problem(thirdChart.at, `no more than ${LIMITS.message.charts} charts allowed`)]);
  }
  return firstRefusal(
    () => withinCellText(tables, LIMITS.message.tableText),
    () => withinCellText(dataTables, LIMITS.message.dataTableText),
  );
}

function withinCellText(tables: readonly PlacedBlock[], max: number): Verdict {
  const over = tables.filter(({ block: table }) => textLength(table['rows']) > max);
  return unless(
    over.map(({ at }) => problem(at, `must hold less than ${max + 1} characters`)),
    'invalid_blocks',
  );
}

/** Each block may be in its limits and the message still too long as a whole. */
function judgeLength(placed: readonly PlacedBlock[]): Verdict {
  const markdown = sum(blocksOfType(placed, 'markdown').map(({ block: one }) => markdownLength(one)));
  const other = sum(
    placed.filter(({ block: one }) => !COUNTED_ELSEWHERE.has(one['type'])).map(({ block: one }) => textLength(one)),
  );
  const max = other === 0 ? LIMITS.message.markdown : LIMITS.message.blockText;
  return markdown + other > max ? refused('msg_blocks_too_long') : OK;
}

/** Tables have a budget of their own, and what frames other blocks would count their text twice. */
const COUNTED_ELSEWHERE = new Set<unknown>(['markdown', 'table', 'data_table', 'container', 'carousel']);

/** The text a reader sees in a block: every string under `text` or `title`, however deep. */
function textLength(value: unknown): number {
  if (isList(value)) return sum(value.map(textLength));
  if (!isObject(value)) return 0;
  const markup = value['type'] === 'mrkdwn' ? 'mrkdwn' : 'plain';
  return sum(
    Object.entries(value).map(([key, field]) => {
      if (typeof field !== 'string') return textLength(field);
      return key === 'text' || key === 'title' ? countedLength(field, markup) : 0;
    }),
  );
}

function isMarkdown(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && value['type'] === 'markdown';
}

function markdownLength(value: Readonly<Record<string, unknown>>): number {
  return typeof value['text'] === 'string' ? countedLength(value['text']) : 0;
}

function expandedCount(value: unknown): number {
  return isMarkdown(value) && typeof value['text'] === 'string' ? expandedBlockCount(value['text']) : 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
