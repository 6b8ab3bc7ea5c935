import { mkdirSync } from 'node:fs';
import type { Blobs } from '../ports/blobs.ts';
import type { Elicitor } from '../ports/elicitor.ts';
import type { Logger } from '../ports/logger.ts';
import type { Tool } from '../ports/tools.ts';
import type { WorkspaceMessages } from '../ports/workspace-messages.ts';
import { fileTools } from '../tools/builtin/files/file-tools.ts';
import { fetchTool } from '../tools/builtin/http/fetch-tool.ts';
import { slackTools } from '../tools/builtin/slack/slack-tools.ts';
import { type OpenTools, openTools } from '../tools/open-tools.ts';
import type { FileConfig } from './file-schema.ts';
import { ConfigProblem } from './problem.ts';

/** What tools use of a running bot. Absent in commands that only look at the tools: then there is nobody to reach. */
export interface LentToTools {
  readonly elicitor?: Elicitor;
  readonly messages?: WorkspaceMessages;
  readonly blobs?: Pick<Blobs, 'keep'>;
}

/** Opens the built-in tools and MCP servers the configuration names. */
export async function openConfiguredTools(
  { tools }: FileConfig,
  logger: Logger,
  { elicitor, messages = outOfReach, blobs }: LentToTools = {},
): Promise<OpenTools> {
  const own = tools.builtin.flatMap((name) => ownTools(name, tools, messages));
  const lent = { ...(elicitor === undefined ? {} : { elicitor }), ...(blobs === undefined ? {} : { blobs }) };
  return await openTools({ own, mcp: tools.mcp }, { logger, ...lent });
}

function ownTools(
  name: FileConfig['tools']['builtin'][number],
  tools: FileConfig['tools'],
  messages: WorkspaceMessages,
): readonly Tool[] {
  switch (name) {
    case 'files':
      return configuredFiles(tools);
    case 'http':
      return configuredFetch(tools);
    case 'slack':
      return slackTools(messages);
  }
}

const outOfReach: WorkspaceMessages = {
  search: () => Promise.resolve({ kind: 'refused', reason: 'There is no workspace here.' }),
  post: () => Promise.resolve({ kind: 'refused', reason: 'There is no workspace here.' }),
};

function configuredFiles({ files }: FileConfig['tools']): readonly Tool[] {
  if (files === undefined) throw new ConfigProblem('tools.files.root: the built-in files tools need a folder');
  mkdirSync(files.root, { recursive: true });
  return fileTools({ root: files.root });
}

function configuredFetch({ http: { allow, allowPrivate, maxBytes, timeout } }: FileConfig['tools']): readonly Tool[] {
  return [fetchTool({ allow, allowPrivate, maxBytes, timeoutMs: timeout })];
}
