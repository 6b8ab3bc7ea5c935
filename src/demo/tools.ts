import { join } from 'node:path';
import type { Clock } from '../ports/clock.ts';
import type { Elicitor } from '../ports/elicitor.ts';
import type { Logger } from '../ports/logger.ts';
import { fileTools } from '../tools/builtin/files/file-tools.ts';
import { fetchTool } from '../tools/builtin/http/fetch-tool.ts';
import { type OpenTools, openTools } from '../tools/open-tools.ts';
import { openShop } from './shop-database.ts';
import { shopTools } from './shop-tools.ts';

const MAX_PAGE_BYTES = 1_000_000;
const FETCH_TIMEOUT_MS = 15_000;
const NOTES_TIMEOUT_MS = 30_000;

/**
 * The demo's tools over one data folder: the shop, files in `files/`, pages of the local workspace's `/site/` and
 * nothing else of it, and notes by way of an MCP server of our own.
 */
export async function openDemoTools(options: {
  readonly folder: string;
  /** Where the local workspace listens, such as `http://127.0.0.1:3939`. */
  readonly workspaceUrl: string;
  readonly clock: Clock;
  /** Absent: what a server asks is cancelled. */
  readonly elicitor?: Elicitor;
  readonly logger: Logger;
}): Promise<OpenTools> {
  const { folder, workspaceUrl, clock, elicitor, logger } = options;
  const shop = openShop(join(folder, 'shop.db'));
  const own = [
    ...shopTools(shop, clock),
    ...fileTools({ root: join(folder, 'files') }),
    fetchTool({
      allow: [],
      allowPrivate: [new URL('/site', workspaceUrl).href],
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: FETCH_TIMEOUT_MS,
    }),
  ];
  const notes = {
    name: 'notes',
    command: process.execPath,
    args: [join(import.meta.dirname, 'mcp-server.ts'), '--notes', join(folder, 'notes.jsonl')],
    env: {},
    headers: {},
    trustAnnotations: true,
    timeout: NOTES_TIMEOUT_MS,
  };
  const tools = await openTools({ own, mcp: [notes] }, { logger, ...(elicitor === undefined ? {} : { elicitor }) });
  return {
    toolbox: tools.toolbox,
    async close() {
      await tools.close();
      shop.close();
    },
  };
}
