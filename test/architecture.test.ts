import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Import, importsBelow, importsOf } from './support/imports.ts';

const src = join(import.meta.dirname, '../src');

interface Rule {
  readonly folders: readonly string[];
  readonly packages: readonly RegExp[];
}

const NODE = /^node:/;
const AJV = /^ajv(-formats)?(\/|$)/;

/** Which folder may import which; type-only imports count. A folder may always import itself. */
const TABLE: ReadonlyMap<string, Rule> = new Map([
  ['domain', { folders: [], packages: [] }],
  ['ports', { folders: ['domain'], packages: [] }],
  ['turn', { folders: ['domain', 'ports'], packages: [] }],
  ['conversation', { folders: ['domain', 'ports', 'turn'], packages: [] }],
  ['slack', { folders: ['domain', 'ports', 'conversation'], packages: [/^@slack\//, /^zod$/, NODE] }],
  ['store', { folders: ['domain', 'ports'], packages: [/^better-sqlite3$/, /^pg$/, /^zod$/, NODE] }],
  ['models', { folders: ['domain', 'ports'], packages: [/^@ai-sdk\//, /^zod$/, NODE] }],
  ['tools', { folders: ['domain', 'ports'], packages: [/^@modelcontextprotocol\/client(\/|$)/, /^zod$/, AJV, NODE] }],
  ['platform', { folders: ['domain', 'ports'], packages: [/^pino$/, /^prom-client$/, /^@opentelemetry\//, NODE] }],
  ['local-slack', { folders: [], packages: [/^zod$/, /^ws$/, /^yaml$/, NODE] }],
]);

/** Where the parts meet: these may import everything. */
const JOINTS: ReadonlySet<string> = new Set([
  'main.ts',
  'start-bot.ts',
  'wire.ts',
  'cli.ts',
  'errors.ts',
  'config',
  'demo',
  'cli',
]);

const folderOf = (path: string): string => path.split('/')[0] ?? '';

function isAllowed({ from, to, specifier }: Import): boolean {
  const folder = folderOf(from);
  if (JOINTS.has(folder)) return true;
  const rule = TABLE.get(folder);
  if (rule === undefined) return false;
  if (to === null) return rule.packages.some((allowed) => allowed.test(specifier));
  return folderOf(to) === folder || rule.folders.includes(folderOf(to));
}

describe('architecture', () => {
  test('every import goes in an allowed direction', () => {
    const imports = importsBelow(src);
    expect(imports.length).toBeGreaterThan(100);
    const wrong = imports.filter((one) => !isAllowed(one)).map(({ from, specifier }) => `${from} → ${specifier}`);
    expect(wrong).toEqual([]);
  });

  test.each([
    ['domain/a.ts', "import type { Clock } from '../ports/clock.ts';"],
    ['domain/a.ts', "import { createHash } from 'node:crypto';"],
    ['turn/a.ts', "import { readFileSync } from 'node:fs';"],
    ['turn/a.ts', "export { makeDecide } from '../conversation/decide.ts';"],
    ['conversation/a.ts', "const { App } = await import('@slack/bolt');"],
    ['slack/a.ts', "import type { Store } from '../store/sqlite/open.ts';"],
    ['local-slack/server/a.ts', "import { callKey } from '../../domain/call.ts';"],
    ['somewhere-new/a.ts', "import '../domain/call.ts';"],
  ])('a wrong import in %s is found: %s', (file, source) => {
    const [found] = importsOf(src, join(src, file), source);
    expect(found).toBeDefined();
    expect(found && isAllowed(found)).toBe(false);
  });

  test('only slack/, the local workspace and their wiring know a thread_ts', () => {
    const knowing = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && readFileSync(join(src, path), 'utf8').includes('thread_ts'))
      .map((path) => folderOf(path.replaceAll('\\', '/')));
    expect([...new Set(knowing)].sort()).toEqual(['local-slack', 'slack']);
  });

  test('no source file has more than 300 lines', () => {
    const long = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|js|css)$/.test(path))
      .map((path) => ({ path, lines: readFileSync(join(src, path), 'utf8').split('\n').length - 1 }))
      .filter(({ path, lines }) => lines > (path.endsWith('.css') ? 600 : 300));
    expect(long).toEqual([]);
  });
});
