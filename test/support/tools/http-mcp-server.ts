import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

/** An MCP server over streamable HTTP for one test, with sessions that it can forget. */
export async function httpMcpServer() {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const calls: string[] = [];
  const seenHeaders: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seenHeaders.push(request.headers.authorization);
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await webRequest(request);
    const id = asked.headers.get('mcp-session-id');
    const known = id === null ? await newSession() : sessions.get(id);
    if (known === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such session"}');
      return;
    }
    const answered = await known.handleRequest(asked);
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    for await (const chunk of answered.body ?? []) response.write(chunk);
    response.end();
  }

  async function newSession(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const mcp = new McpServer({ name: 'over-http', version: '1' });
    mcp.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) => {
      calls.push(message);
      return { content: [{ type: 'text', text: message }] };
    });
    await mcp.connect(transport);
    return transport;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    calls,
    seenHeaders,
    forgetSessions: () => sessions.clear(),
    stop,
  };
}

async function webRequest(request: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = request.method === 'POST' ? await text(request) : null;
  return new Request(`http://127.0.0.1${request.url}`, { method: request.method ?? 'GET', headers, body });
}
