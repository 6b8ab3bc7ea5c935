import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const labelForm = z.object({ label: z.string() });

/** An MCP server over HTTP that keeps no session (2026-07-28), for one test. Its tools may be changed while it runs. */
export async function statelessMcpServer(options: { readonly legacy?: 'stateless' | 'reject' } = {}) {
  const asked: { readonly method: string; readonly session: string | null }[] = [];
  const extra: string[] = [];
  const handler = createMcpHandler(
    () => {
      const mcp = new McpServer(
        { name: 'stateless', version: '1' },
        { capabilities: { tools: { listChanged: true } } },
      );
      mcp.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) => ({
        content: [{ type: 'text', text: message }],
      }));
      mcp.registerTool('ask', { inputSchema: z.object({ who: z.string() }) }, ({ who }, { mcpReq }) => {
        const given = acceptedContent(mcpReq.inputResponses, 'label', labelForm);
        if (given !== undefined) return { content: [{ type: 'text', text: `${who} said ${given.label}` }] };
        const question = inputRequired.elicit({ message: `Which label, ${who}?`, requestedSchema: labelForm });
        const isAnswered = mcpReq.inputResponses !== undefined;
        return isAnswered
          ? { content: [{ type: 'text', text: `${who} did not say` }] }
          : inputRequired({ inputRequests: { label: question } });
      });
      for (const name of extra) {
        mcp.registerTool(name, { inputSchema: z.object({}) }, () => ({ content: [{ type: 'text', text: name }] }));
      }
      return mcp;
    },
    { legacy: options.legacy ?? 'stateless' },
  );
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await text(request) : null;
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string') headers.set(name, value);
      }
      if (body !== null) asked.push({ method: JSON.parse(body).method, session: headers.get('mcp-session-id') });
      const url = `http://127.0.0.1${request.url}`;
      const answered = await handler.fetch(new Request(url, { method: request.method ?? 'GET', headers, body }));
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      for await (const chunk of answered.body ?? []) response.write(chunk);
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    asked,
    add(name: string): void {
      extra.push(name);
      handler.notify.toolsChanged();
    },
  };
}
