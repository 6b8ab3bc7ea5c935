import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ElicitResult } from './elicitation.ts';
import type { McpServerConfig, Reach } from './server-config.ts';
import { watchTools } from './watch-tools.ts';

export interface ClientEvents {
  /** The connection is gone; at most once. */
  onLost(): void;
  readonly onToolsChanged: () => void;
  /** Between two attempts to listen for changes. */
  readonly backOffMs: (failures: number) => number;
  /** The server asks people something. Never rejects. */
  onElicitation(params: unknown): Promise<ElicitResult>;
}

/** Time to start a process, fetch a package with npx, and shake hands. */
const CONNECT_TIMEOUT_MS = 60_000;
/** Of one message; the largest tool list seen in the field has 0.6 MB. */
const MAX_MESSAGE_BYTES = 10_000_000;

/**
 * Connects to a server in the newest revision of the protocol that both know: sessions and a handshake up to 2025-11-25,
 * requests that stand for themselves from 2026-07-28 on. Rejects when that does not work in time; nothing is left
 * running then.
 *
 * A child process gets PATH, HOME and the like (the SDK's own short list) and what the configuration gives it. What it
 * writes to stderr is not kept: it is foreign text, and our log holds none.
 */
export async function openClient(config: McpServerConfig, reach: Reach, events: ClientEvents): Promise<Client> {
  const client = new Client(
    { name: 'countersign', version: '1' },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: config.protocol ?? (reach.kind === 'http' ? 'auto' : 'legacy') },
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => events.onElicitation(params));
  client.setNotificationHandler('notifications/tools/list_changed', () => events.onToolsChanged());
  const closed = new AbortController();
  client.onclose = () => {
    closed.abort();
    events.onLost();
  };
  try {
    await client.connect(transportTo(config, reach), { timeout: CONNECT_TIMEOUT_MS });
    void watchTools(client, { backOffMs: events.backOffMs, onChanged: events.onToolsChanged, closed: closed.signal });
    return client;
  } catch (error) {
    await client.close();
    throw error;
  }
}

function transportTo({ env, headers }: McpServerConfig, reach: Reach): Transport {
  if (reach.kind === 'http') return new StreamableHTTPClientTransport(reach.url, { requestInit: { headers } });
  return new StdioClientTransport({
    command: reach.command,
    args: [...reach.args],
    env: { ...env },
    stderr: 'ignore',
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
}
