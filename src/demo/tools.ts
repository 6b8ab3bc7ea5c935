import { join } from 'node:path';
import type { Clock } from '../ports/clock.ts';
import type { Elicitor } from '../ports/elicitor.ts';
import type { Logger } from '../ports/logger.ts';
import type { Tool } from '../ports/tools.ts';
import { fileTools } from '../tools/builtin/files/file-tools.ts';
import { fetchTool } from '../tools/builtin/http/fetch-tool.ts';
import { type OpenTools, openTools } from '../tools/open-tools.ts';
import { openShop } from './shop-database.ts';
import { shopTools } from './shop-tools.ts';

const MAX_PAGE_BYTES = 1_000_000;
const FETCH_TIMEOUT_MS = 15_000;
const NOTES_TIMEOUT_MS = 30_000;

/** Where the demo's tools work. */
export interface DemoPlace {
  /** Everything they keep. */
  readonly folder: string;
  /** Where the local workspace listens, such as `http://127.0.0.1:3939`. */
  readonly workspaceUrl: string;
  readonly clock: Clock;
}

/** The demo's tools over one data folder: its own, and notes by way of an MCP server of ours. */
export async function openDemoTools(
  options: DemoPlace & {
    /** Absent: what a server asks is cancelled. */
    readonly elicitor?: Elicitor;
    readonly logger: Logger;
  },
): Promise<OpenTools> {
  const { folder, elicitor, logger } = options;
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  const own = openOwnTools(options);
  const notes = {
    name: 'notes',
    command: process.execPath,
    args: [join(import.meta.dirname, 'mcp-server.ts'), '--notes', join(folder, 'notes.jsonl')],
    // It starts faster with code that is compiled already.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
    headers: {},
    trustAnnotations: true,
    timeout: NOTES_TIMEOUT_MS,
  };
  const from = { own: own.tools, mcp: [notes] };
  const tools = await openTools(from, { logger, ...(elicitor === undefined ? {} : { elicitor }) });
  return {
    toolbox: tools.toolbox,
    async close() {
      await tools.close();
      own.close();
    },
  };
}

/** Those that need no process of their own: the shop, files in `files/`, and pages of the local workspace's `/site/`. */
export function openOwnTools({ folder, workspaceUrl, clock }: DemoPlace) {
  const shop = openShop(join(folder, 'shop.db'));
  const tools: readonly Tool[] = [
    ...shopTools(shop, clock),
    ...fileTools({ root: join(folder, 'files') }),
    fetchTool({
      allow: [],
      allowPrivate: [new URL('/site', workspaceUrl).href],
      maxBytes: MAX_PAGE_BYTES,
      timeoutMs: FETCH_TIMEOUT_MS,
    }),
  ];
  return { tools, close: () => shop.close() };
}
