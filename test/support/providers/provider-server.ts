import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** One request as the provider got it. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body's bytes as text. */
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export type Answer = (response: ServerResponse, asked: Asked) => void;

export interface ProviderServer {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  /** Settles when the client has hung up on a request. */
  readonly hungUp: Promise<void>;
}

/** A provider on the loopback: gives each request the next answer, and the last one again when they run out. */
export async function providerServer(...answers: readonly Answer[]): Promise<ProviderServer> {
  const asked: Asked[] = [];
  const { promise: hungUp, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
    request.on('end', () => {
      const one: Asked = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(one);
      answer?.(response, one);
    });
  });
  const port = await listening(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked, hungUp };
}

/** An address at which nobody listens any more. */
export async function nobodysAddress(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((done) => server.close(done));
  return `http://127.0.0.1:${port}/v1`;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

const EVENT_STREAM = { 'content-type': 'text/event-stream' };

/** A whole event stream: each event is one chunk of JSON, or text that is put after `data:` as it is. */
export const events =
  (...chunks: readonly unknown[]): Answer =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    for (const chunk of chunks) response.write(eventOf(chunk));
    response.end();
  };

/** As `events`, and then the connection breaks. */
export const cutAfter =
  (...chunks: readonly unknown[]): Answer =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    for (const chunk of chunks) response.write(eventOf(chunk));
    // Once the bytes are on their way, so that the client has read them before it sees the break.
    setImmediate(() => setTimeout(() => response.destroy(), 20));
  };

/** As `events`, and then nothing more comes. */
export const hangAfter =
  (...chunks: readonly unknown[]): Answer =>
  (response) => {
    response.writeHead(200, EVENT_STREAM);
    response.flushHeaders();
    for (const chunk of chunks) response.write(eventOf(chunk));
  };

/** An answer that never begins. */
export const silence: Answer = () => {};

export const refusal =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

function eventOf(chunk: unknown): string {
  const data = typeof chunk === 'string' ? chunk : JSON.stringify(chunk);
  const type =
    typeof chunk === 'object' && chunk !== null && 'type' in chunk && typeof chunk.type === 'string'
      ? `event: ${chunk.type}\n`
      : '';
  return `${type}data: ${data}\n\n`;
}
