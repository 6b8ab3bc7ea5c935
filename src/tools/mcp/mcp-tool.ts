import { canonicalText } from '../../domain/canonical-json.ts';
import { type JsonObject, OutcomeUnknown, type Tool, type ToolContext, type ToolOutput } from '../../ports/tools.ts';
import { definitionHash } from '../definition-hash.ts';
import { compileSchema, type SchemaError } from '../json-schema-validator.ts';
import type { McpConnection } from './connection.ts';
import { withMediaKept } from './keep-media.ts';
import type { ListedTool } from './listed-tool.ts';
import { callResult, contentOf } from './result-text.ts';
import { MAX_CALL_MS, type Reply } from './send.ts';
import { reachText } from './server-config.ts';
import { type Traits, trustedTraits, unknownTraits } from './traits.ts';

/**
 * A listed tool as ours. It stands for the description it was made from: once the server describes the tool otherwise,
 * this one refuses to run, and the next turn has a tool with another definition hash, which is asked about anew.
 */
export function mcpTool(
  connection: McpConnection,
  listed: ListedTool,
  publicName: string,
  serverVersion: string,
): Tool {
  const { config, reach } = connection;
  const { name } = listed;
  const traits = config.trustAnnotations ? trustedTraits(listed.annotations) : unknownTraits;
  const spec = { name: publicName, description: listed.description, inputSchema: listed.inputSchema };
  const version = canonicalText([reachText(reach), serverVersion, listed.fingerprint]);
  return {
    ...judgedBy(traits),
    spec,
    title: `${config.name}: ${name}`,
    kind: 'executable',
    longestMs: LONGEST_MS,
    definitionHash: definitionHash({
      namespace: `mcp:${config.name}`,
      spec,
      capabilities: traits.capabilities,
      version,
    }),
    invalid: (args) => misfit(listed.inputSchema, args),
    async execute(args, context: ToolContext) {
      // Connecting may bring another list with it; only then is known what the server calls by this name now.
      await connection.connect();
      if (isChanged(connection, listed)) return changed;
      const request = { method: 'tools/call', params: { name, arguments: args } };
      const reply = await connection.request(request, callResult, context);
      if (reply.kind !== 'answered') return withoutAnswer(config.name, reply);
      return await withMediaKept(contentOf(reply.value), context.conversation, connection.keeping);
    },
  };
}

/** A call may wait for people; when the server itself has been silent for too long is the connection's to say. */
const LONGEST_MS = MAX_CALL_MS + 30_000;

/** The gate's questions that an MCP tool answers by its traits alone. */
export const judgedBy = (traits: Traits) =>
  ({
    effect: traits.effect,
    destructive: traits.destructive,
    veto: () => null,
    needsApproval: () => false,
    requiredCapabilities: () => traits.capabilities,
    cacheableApproval: () => traits.cacheable,
    sandboxWouldDeny: () => null,
    ingestsUntrusted: () => traits.ingestsUntrusted,
  }) satisfies Partial<Tool>;

/** What the model reads when no answer came; throws where nobody can say what became of the call. */
export function withoutAnswer(server: string, reply: Exclude<Reply<never>, { kind: 'answered' }>): ToolOutput {
  switch (reply.kind) {
    case 'rejected':
      return { text: reply.reason, isError: true };
    case 'not-sent':
      return { text: `The server ${server} cannot be reached. The call was not made.`, isError: true };
    case 'unanswered':
      throw new OutcomeUnknown(`the MCP server ${server} did not answer (${reply.code})`);
  }
}

const changed: ToolOutput = {
  text: 'The server has changed this tool since the turn began. The call was not made.',
  isError: true,
};

const isChanged = ({ listing }: McpConnection, { name, fingerprint }: ListedTool): boolean =>
  listing?.tools.find((tool) => tool.name === name)?.fingerprint !== fingerprint;

const MAX_ERRORS_TOLD = 5;

function misfit(schema: JsonObject, args: JsonObject): string | null {
  const compiled = compileSchema(schema);
  if (compiled.kind === 'unusable') return 'this tool cannot be called: its own schema does not make sense';
  const errors = compiled.errorsOf(args).slice(0, MAX_ERRORS_TOLD);
  return errors.length === 0 ? null : errors.map(sentence).join('; ');
}

function sentence({ path, keyword, params, message }: SchemaError): string {
  const extra = keyword === 'additionalProperties' ? ` (${JSON.stringify(params['additionalProperty'])})` : '';
  return `${path.length === 0 ? '' : `${path.join('.')}: `}${message}${extra}`;
}
