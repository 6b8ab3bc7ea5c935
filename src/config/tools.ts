import { mkdirSync } from 'node:fs';
import type { Elicitor } from '../ports/elicitor.ts';
import type { Logger } from '../ports/logger.ts';
import type { Tool } from '../ports/tools.ts';
import { fileTools } from '../tools/builtin/files/file-tools.ts';
import { fetchTool } from '../tools/builtin/http/fetch-tool.ts';
import { type OpenTools, openTools } from '../tools/open-tools.ts';
import type { FileConfig } from './file-schema.ts';
import { ConfigProblem } from './problem.ts';

/** Opens the built-in tools and MCP servers the configuration names. Without an elicitor servers can ask nobody. */
export async function openConfiguredTools(
  { tools }: FileConfig,
  logger: Logger,
  elicitor?: Elicitor,
): Promise<OpenTools> {
  const own = tools.builtin.flatMap((name) => (name === 'files' ? configuredFiles(tools) : configuredFetch(tools)));
  return await openTools({ own, mcp: tools.mcp }, { logger, ...(elicitor === undefined ? {} : { elicitor }) });
}

function configuredFiles({ files }: FileConfig['tools']): readonly Tool[] {
  if (files === undefined) throw new ConfigProblem('tools.files.root: the built-in files tools need a folder');
  mkdirSync(files.root, { recursive: true });
  return fileTools({ root: files.root });
}

function configuredFetch({ http: { allow, allowPrivate, maxBytes, timeout } }: FileConfig['tools']): readonly Tool[] {
  return [fetchTool({ allow, allowPrivate, maxBytes, timeoutMs: timeout })];
}
