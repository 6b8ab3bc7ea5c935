import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type ListedTool, readListedTool } from './listed-tool.ts';

/** What a server offers, read at one moment. */
export interface Listing {
  readonly tools: readonly ListedTool[];
  /** Entries nothing could be made of. */
  readonly unreadable: number;
  readonly hasResources: boolean;
  /** Name and version as the server reports them. */
  readonly version: string;
}

/** Against a server whose pages never end. */
const MAX_PAGES = 64;
/** Four times the largest server seen in the field; a model could not choose among more. */
const MAX_TOOLS = 1_000;

const page = z.looseObject({
  tools: z.array(z.unknown()).catch([]),
  nextCursor: z.string().optional().catch(undefined),
});

/** Reads what the server offers. One entry that cannot be read does not lose the others. */
export async function readListing(client: Client, timeoutMs: number): Promise<Listing> {
  const capabilities = client.getServerCapabilities() ?? {};
  const server = client.getServerVersion();
  const entries = capabilities.tools === undefined ? [] : await entriesOf(client, timeoutMs);
  const byName = new Map<string, ListedTool>();
  for (const entry of entries) {
    const tool = readListedTool(entry);
    if (tool !== null && !byName.has(tool.name)) byName.set(tool.name, tool);
  }
  return {
    tools: [...byName.values()],
    unreadable: entries.length - byName.size,
    hasResources: capabilities.resources !== undefined,
    version: JSON.stringify([server?.name ?? null, server?.version ?? null]),
  };
}

async function entriesOf(client: Client, timeout: number): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && entries.length < MAX_TOOLS; pages += 1) {
    // Not client.listTools(): it refuses the whole list for one tool whose schema has no type.
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, page, { timeout });
    entries.push(...tools);
    if (nextCursor === undefined || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return entries.slice(0, MAX_TOOLS);
}
