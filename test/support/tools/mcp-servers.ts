import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Blobs } from '../../../src/ports/blobs.ts';
import type { Elicitor } from '../../../src/ports/elicitor.ts';
import { type Logger, silent } from '../../../src/ports/logger.ts';
import { connectMcpServers } from '../../../src/tools/mcp/connect-mcp-servers.ts';
import type { McpPace } from '../../../src/tools/mcp/connection.ts';
import type { McpServerConfig } from '../../../src/tools/mcp/server-config.ts';
import { compiledCode } from '../compiled-code.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SCRIPTED = join(import.meta.dirname, 'scripted-mcp-server.ts');

/** Quick enough not to be waited for, slow enough not to spin. */
export const quickPace: McpPace = { backOffMs: () => 20, refreshPauseMs: 10 };

export const serverConfig = (given: Partial<McpServerConfig>): McpServerConfig => ({
  name: 'srv',
  args: [],
  env: {},
  headers: {},
  trustAnnotations: false,
  timeout: 10_000,
  ...given,
});

/** Connects for one test. */
export async function connected(
  configs: readonly McpServerConfig[],
  given: {
    readonly logger?: Logger;
    readonly reserved?: readonly string[];
    readonly elicitor?: Elicitor;
    readonly blobs?: Pick<Blobs, 'keep'>;
  } = {},
) {
  const servers = await connectMcpServers(configs, { logger: silent, pace: quickPace, ...given });
  onTestFinished(() => servers.close());
  return servers;
}

/** A server that is a program in JavaScript, as a child process. */
const nodeServer = (args: readonly string[], { env, ...given }: Partial<McpServerConfig>) =>
  serverConfig({ command: process.execPath, args, env: { ...compiledCode, ...env }, ...given });

/** An npm package's server as a child process. */
export const packagedServer = (name: string, args: readonly string[], given: Partial<McpServerConfig> = {}) =>
  nodeServer([packaged(name), ...args], { name, ...given });

/** The program of a server from npm. */
export const packaged = (name: string): string =>
  join(import.meta.dirname, `../../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

export interface ScriptedWorld {
  readonly version?: string;
  readonly tools: readonly unknown[];
  readonly resources?: boolean;
  readonly dead?: boolean;
  readonly question?: object;
  readonly result?: object;
}

export const listedAs = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

/** A scripted server of one test: its configuration, a way to change its world, and what it was asked. */
export const scriptedServer = (world: ScriptedWorld, given: Partial<McpServerConfig> = {}) =>
  scriptedServerIn(temporaryFolder(), world, given);

/** The same for several tests, over a folder of theirs. */
export function scriptedServerIn(folder: string, world: ScriptedWorld, given: Partial<McpServerConfig> = {}) {
  const worldFile = join(folder, 'world.json');
  const traceFile = join(folder, 'trace');
  const change = (next: ScriptedWorld): void => writeFileSync(worldFile, JSON.stringify(next));
  change(world);
  return {
    config: nodeServer([SCRIPTED, worldFile, traceFile], given),
    change,
    asked: (): readonly string[] =>
      existsSync(traceFile) ? readFileSync(traceFile, 'utf8').trimEnd().split('\n') : [],
  };
}
