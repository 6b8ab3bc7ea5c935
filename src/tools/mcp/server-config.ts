/** One MCP server of the configuration: started as a child process (`command`) or reached over HTTP (`url`). */
export interface McpServerConfig {
  /** Lower case, no dot; what its tools' names begin with. */
  readonly name: string;
  readonly command?: string | undefined;
  readonly args: readonly string[];
  /** On top of PATH, HOME and the like; nothing else of our own environment reaches the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * `auto`: asks which revision the server speaks and takes the newest both know. `legacy`: the handshake of 2025-11-25 and
   * before. Unset: `auto` over HTTP; `legacy` for a child process, which asking would have to start twice.
   */
  readonly protocol?: 'auto' | 'legacy' | undefined;
  /** Whether the operator vouches for what the server says about its own tools. */
  readonly trustAnnotations: boolean;
  /** For one call, in milliseconds; begins anew with every progress notification. */
  readonly timeout: number;
}

export type Reach =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: URL };

/** A server entry that cannot be used as it stands. */
export class McpConfigProblem extends Error {
  /** What a part that cannot start is called: the process ends with its message. */
  override readonly name = 'StartProblem';
}

export function reachOf({ name, command, args, url }: McpServerConfig): Reach {
  if ((command === undefined) === (url === undefined)) {
    throw new McpConfigProblem(`MCP server ${name}: give either a command or a url`);
  }
  if (command !== undefined) return { kind: 'stdio', command, args };
  const parsed = URL.parse(url ?? '');
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new McpConfigProblem(`MCP server ${name}: the url is not an http or https address`);
  }
  return { kind: 'http', url: parsed };
}

/** What makes it this server: another command or address is another executor, and no approval carries over. */
export const reachText = (reach: Reach): string =>
  reach.kind === 'stdio' ? JSON.stringify([reach.command, ...reach.args]) : reach.url.href;
