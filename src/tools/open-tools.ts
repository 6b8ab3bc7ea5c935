import type { Blobs } from '../ports/blobs.ts';
import type { Elicitor } from '../ports/elicitor.ts';
import type { Logger } from '../ports/logger.ts';
import type { Tool, Toolbox } from '../ports/tools.ts';
import type { McpPace } from './mcp/connection.ts';
import type { McpServerConfig } from './mcp/server-config.ts';
import { makeToolbox } from './toolbox.ts';

export interface OpenTools {
  /** Everything there is to call at this moment; the same object until an MCP server's list has changed. */
  readonly toolbox: () => Toolbox;
  readonly close: () => Promise<void>;
}

/** Joins tools of our own, which never change, with those of MCP servers, which may. Ours keep their names. */
export async function openTools(
  from: { readonly own: readonly Tool[]; readonly mcp: readonly McpServerConfig[] },
  deps: {
    readonly logger: Logger;
    readonly pace?: McpPace;
    readonly elicitor?: Elicitor;
    readonly blobs?: Pick<Blobs, 'keep'>;
  },
): Promise<OpenTools> {
  const own = makeToolbox(from.own);
  if (from.mcp.length === 0) return { toolbox: () => own, close: async () => {} };
  // The protocol's SDK is large; a bot without servers need not load it.
  const { connectMcpServers } = await import('./mcp/connect-mcp-servers.ts');
  const reserved = own.tools.map(({ spec }) => spec.name);
  const servers = await connectMcpServers(from.mcp, { ...deps, reserved });
  let known: { readonly theirs: Toolbox; readonly all: Toolbox } | null = null;
  return {
    toolbox() {
      const theirs = servers.toolbox();
      if (known?.theirs !== theirs) known = { theirs, all: makeToolbox([...own.tools, ...theirs.tools]) };
      return known.all;
    },
    close: () => servers.close(),
  };
}
