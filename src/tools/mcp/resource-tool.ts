import { z } from 'zod';
import type { Tool } from '../../ports/tools.ts';
import { defineTool } from '../define-tool.ts';
import type { McpConnection } from './connection.ts';
import { withMediaKept } from './keep-media.ts';
import { withoutAnswer } from './mcp-tool.ts';
import { contentOfResources, readResult } from './result-text.ts';
import { reachText } from './server-config.ts';
import { trustedTraits, unknownTraits } from './traits.ts';

export const READ_RESOURCE = 'read_resource';

/** Longest resource address that is passed on. */
const MAX_URI_CHARS = 2_048;

/** `server.read_resource`: what a server offers to read. Reading changes nothing, if the server is to be believed. */
export function resourceTool(connection: McpConnection, publicName: string, serverVersion: string): Tool {
  const { config, reach } = connection;
  const traits = config.trustAnnotations ? trustedTraits({ readOnlyHint: true }) : unknownTraits;
  return defineTool({
    name: publicName,
    title: `${config.name}: read a resource`,
    description: `Reads a resource of the server ${config.name} by its URI.`,
    input: z.object({ uri: z.string().min(1).max(MAX_URI_CHARS).describe('URI of the resource') }),
    version: `1 ${reachText(reach)} ${serverVersion}`,
    capabilities: [...traits.capabilities],
    effect: traits.effect,
    cacheable: traits.cacheable,
    destructive: traits.destructive,
    ingestsUntrusted: true,
    async run({ uri }, context) {
      const request = { method: 'resources/read', params: { uri } };
      const reply = await connection.request(request, readResult, context);
      if (reply.kind !== 'answered') return withoutAnswer(config.name, reply);
      return await withMediaKept(contentOfResources(reply.value), context.conversation, connection.keeping);
    },
  });
}
