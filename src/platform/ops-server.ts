import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readiness } from './readiness.ts';

export interface OpsServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface OpsServerParts {
  /** The figures are for those who run the bot; listen beyond loopback only where a firewall keeps others out. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly readiness: () => Promise<Readiness>;
  readonly figures: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Probes and a scraper or two; more connections than this are somebody else's. */
const CONNECTIONS = 32;
const REQUEST_WITHIN_MS = 5_000;

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * `/livez`: the event loop turns. `/readyz`: 200 or 503, and which checks hold. `/metrics`: Prometheus text.
 * Names of checks and figures only: no configuration, no address, nothing of a person. Rejects when it cannot listen.
 */
export async function startOpsServer(parts: OpsServerParts): Promise<OpsServer> {
  const server = createServer((request, response) => {
    answer(parts, request).then(
      (found) => send(response, found),
      () => send(response, plain(500, 'failed')),
    );
  });
  server.maxConnections = CONNECTIONS;
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.headersTimeout = REQUEST_WITHIN_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, parts.host, resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : parts.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(parts: OpsServerParts, { method, url = '' }: IncomingMessage): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'only GET and HEAD');
  switch (url.split('?')[0]) {
    case '/livez':
      return plain(200, 'alive');
    case '/readyz': {
      const { ready, checks } = await parts.readiness();
      const text = `${JSON.stringify({ ready, checks: Object.fromEntries(checks.map(({ name, holds }) => [name, holds])) })}\n`;
      return { status: ready ? 200 : 503, contentType: 'application/json', text };
    }
    case '/metrics':
      return { status: 200, ...(await parts.figures()) };
    default:
      return plain(404, 'there are /livez, /readyz and /metrics');
  }
}

const plain = (status: number, text: string): Answer => ({ status, contentType: 'text/plain', text: `${text}\n` });

function send(response: ServerResponse, { status, contentType, text }: Answer): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(text);
}
