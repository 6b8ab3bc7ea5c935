import type { Blobs } from '../../ports/blobs.ts';
import type { Elicitor } from '../../ports/elicitor.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Tool, Toolbox } from '../../ports/tools.ts';
import { makeToolbox } from '../toolbox.ts';
import { McpConnection, type McpPace, steadyPace } from './connection.ts';
import { mcpTool } from './mcp-tool.ts';
import type { Listing } from './read-listing.ts';
import { READ_RESOURCE, resourceTool } from './resource-tool.ts';
import { McpConfigProblem, type McpServerConfig } from './server-config.ts';
import { type NameClaim, publicNames } from './tool-names.ts';

export interface McpServers {
  /**
   * What all servers offer at this moment, as one fixed set: take it at a turn's start and keep it for the turn. The
   * same object comes back until a server's list has changed. A server that is away keeps its tools.
   */
  readonly toolbox: () => Toolbox;
  /** Ends the child processes and connections. */
  readonly close: () => Promise<void>;
}

export interface McpDeps {
  readonly logger: Logger;
  /** Names of tools that come from elsewhere: no server's tool gets one of them. */
  readonly reserved?: readonly string[];
  readonly pace?: McpPace;
  /** Absent: what servers ask is cancelled. */
  readonly elicitor?: Elicitor;
  /** Absent: pictures in results are named and not shown. */
  readonly blobs?: Pick<Blobs, 'keep'>;
}

/**
 * Connects to every server, all at once, and resolves when each has answered or failed; one that failed is tried again
 * in the background for as long as we run. Rejects only for a configuration that cannot work.
 */
export async function connectMcpServers(configs: readonly McpServerConfig[], deps: McpDeps): Promise<McpServers> {
  const names = new Set(configs.map(({ name }) => name));
  if (names.size !== configs.length) throw new McpConfigProblem('two MCP servers have the same name');
  const { logger, reserved = [], pace = steadyPace, elicitor = null, blobs = null } = deps;
  const connections = configs.map((config) => new McpConnection(config, { logger, pace, elicitor, blobs }));
  await Promise.all(connections.map((connection) => connection.connect()));

  let known: { readonly listings: readonly (Listing | null)[]; readonly toolbox: Toolbox } | null = null;
  return {
    toolbox() {
      const listings = connections.map(({ listing }) => listing);
      if (known?.listings.every((listing, n) => listing === listings[n])) return known.toolbox;
      const toolbox = makeToolbox(toolsOf(connections, reserved, logger));
      known = { listings, toolbox };
      return toolbox;
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

type Offer = NameClaim & { readonly make: (publicName: string) => Tool };

function toolsOf(connections: readonly McpConnection[], reserved: readonly string[], logger: Logger): readonly Tool[] {
  const offers = connections.flatMap(offersOf);
  const names = publicNames(offers, reserved);
  return offers.flatMap((offer) => {
    const name = names.get(offer);
    if (name !== undefined) return [offer.make(name)];
    logger.warn({ server: offer.server }, 'an MCP tool has no name of its own and was left out');
    return [];
  });
}

function offersOf(connection: McpConnection): readonly Offer[] {
  const { listing } = connection;
  const server = connection.config.name;
  if (listing === null) return [];
  const { tools, version } = listing;
  const offers: Offer[] = tools.map((tool) => ({
    server,
    kind: 'tool',
    raw: tool.name,
    make: (name) => mcpTool(connection, tool, name, version),
  }));
  if (listing.hasResources) {
    offers.push({
      server,
      kind: 'resources',
      raw: READ_RESOURCE,
      make: (name) => resourceTool(connection, name, version),
    });
  }
  return offers;
}
