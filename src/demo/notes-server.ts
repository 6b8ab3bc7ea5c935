import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** Notes that are shown; the file keeps all of them. */
const MAX_SHOWN = 50;

/** The demo's MCP server: notes in a file, one JSON line each, so that a test can see what really ran. */
export function notesServer(file: string): McpServer {
  const server = new McpServer({ name: 'countersign-demo-notes', version: '1' });
  server.registerTool(
    'list',
    {
      description: 'Lists the notes, newest last.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => text(notesIn(file).slice(-MAX_SHOWN).join('\n') || '(no notes)'),
  );
  server.registerTool(
    'append',
    {
      description: 'Appends a note.',
      inputSchema: z.object({ text: z.string().min(1).max(1_000).describe('The note') }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (note) => {
      appendFileSync(file, `${JSON.stringify({ text: note.text })}\n`);
      return text('Noted.');
    },
  );
  return server;
}

const noteLine = z.object({ text: z.string() });

function notesIn(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => noteLine.parse(JSON.parse(line)).text);
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
