import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

export interface WebServer {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Paths asked for, in order. */
  readonly asked: readonly string[];
}

/** A real server on the loopback for one test. */
export async function webServer(answer: RequestListener): Promise<WebServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { port: address.port, origin: `http://127.0.0.1:${address.port}`, asked };
}
