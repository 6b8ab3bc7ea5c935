import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { notesServer } from './notes-server.ts';

const EXIT_USAGE = 64;

const { values } = parseArgs({ options: { notes: { type: 'string' } } });
const file = values.notes;
if (file === undefined) {
  process.stderr.write('usage: mcp-server.ts --notes FILE\n');
  process.exit(EXIT_USAGE);
}
serveStdio(() => notesServer(file));
