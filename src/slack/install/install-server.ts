import { createServer } from 'node:http';
import type { PageHandler } from './install-routes.ts';

/** The pages of an installation by themselves, where Slack's deliveries come over sockets. */
export interface InstallServer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;

export function makeInstallServer(parts: {
  readonly host: string;
  readonly port: number;
  readonly pages: PageHandler;
}): InstallServer {
  const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS };
  const server = createServer(timeouts, (req, res) => {
    parts.pages(req, res).then(
      (answered) => {
        if (!answered) res.writeHead(404).end();
      },
      () => res.destroy(),
    );
  });
  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(parts.port, parts.host, () => {
          server.removeListener('error', reject);
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
