import { readdirSync, readFileSync } from 'node:fs';

/** A tool as an MCP server lists it (test/fixtures/mcp-tools/SOURCES.md). */
export interface ListedTool {
  readonly server: string;
  readonly name: string;
  readonly inputSchema: unknown;
}

const FOLDER = new URL('../fixtures/mcp-tools/', import.meta.url);

const recorded: ListedTool[] = [];

/**
 * Every tool of every recorded server, the one with bare schemas left out as its own SOURCES.md does. Read once, so
 * that a schema is one object and is compiled once.
 */
export function recordedTools(): readonly ListedTool[] {
  if (recorded.length === 0) {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && !name.startsWith('odd_'));
    recorded.push(...files.toSorted().flatMap(toolsIn));
  }
  return recorded;
}

function toolsIn(file: string): readonly ListedTool[] {
  const list: { package: string; tools: { name: string; inputSchema: unknown }[] } = JSON.parse(
    readFileSync(new URL(file, FOLDER), 'utf8'),
  );
  return list.tools.map(({ name, inputSchema }) => ({ server: list.package, name, inputSchema }));
}
