import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../../src/domain/canonical-json.ts';
import { compileSchema } from '../../../src/tools/json-schema-validator.ts';
import { readListedTool } from '../../../src/tools/mcp/listed-tool.ts';
import { publicNames } from '../../../src/tools/mcp/tool-names.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { type ListedTool, recordedTools } from '../../support/mcp-tools.ts';
import { partOf } from '../../support/thorough.ts';
import { toolExamples } from '../../support/tool-examples.ts';
import { aTool } from '../../support/turn/tools.ts';

/** Its one required argument is one of no values. */
const EMPTY_ENUM = '@netlify/mcp netlify-coding-rules';

/** Three thousand validators take seconds to compile, and longer where everything runs at once. */
const COMPILE_TIMEOUT_MS = 120_000;

/** Read once, so that each schema is one object and is compiled once. */
const asRead = new Map(recordedTools().map((entry) => [entry, readListedTool(entry)]));
const isEmptyEnum = ({ server, name }: ListedTool): boolean => `${server} ${name}` === EMPTY_ENUM;
/** The exception is always among them. */
const compiled = partOf(recordedTools(), 800).filter((tool) => !isEmptyEnum(tool));
/** Of the example arguments; a few patterns are beyond their maker. */
const FITTING = 0.95;

describe('the tools of the recorded servers', () => {
  test('are all read, name and schema unchanged', () => {
    const tools = recordedTools();
    expect(tools.length).toBeGreaterThan(3_000);
    const wrong = tools.filter((entry) => {
      const read = asRead.get(entry);
      return !read || read.name !== entry.name || canonical(read.inputSchema) !== canonical(entry.inputSchema);
    });
    expect(wrong.map(({ server, name }) => `${server} ${name}`)).toEqual([]);
  });

  test('have schemas that can be checked against, but for one that no argument could fit', {
    timeout: COMPILE_TIMEOUT_MS,
  }, () => {
    const unusable = [...compiled, ...recordedTools().filter(isEmptyEnum)].filter((entry) => {
      const read = asRead.get(entry);
      return !read || compileSchema(read.inputSchema).kind === 'unusable';
    });
    expect(unusable.map(({ server, name }) => `${server} ${name}`)).toEqual([EMPTY_ENUM]);
  });

  test('take arguments made for their schema as we read it', { timeout: COMPILE_TIMEOUT_MS }, () => {
    const read = compiled.flatMap((entry) => {
      const tool = asRead.get(entry);
      return tool ? [{ ...entry, inputSchema: tool.inputSchema }] : [];
    });
    const taken = toolExamples('full', [1], read).filter(({ fits }) => fits);
    expect(taken.length).toBeGreaterThan(FITTING * compiled.length);
  });

  test('are checked as the schema says that was listed', { timeout: COMPILE_TIMEOUT_MS }, () => {
    const misjudged = toolExamples('full', [1], compiled).filter(({ tool, argsJson, fits }) => {
      const read = asRead.get(tool);
      if (!read) return true;
      const schema = compileSchema(read.inputSchema);
      const accepted = schema.kind === 'compiled' && schema.errorsOf(JSON.parse(argsJson)).length === 0;
      return accepted !== fits;
    });
    expect(misjudged.map(({ tool }) => `${tool.server} ${tool.name}`)).toEqual([]);
  });

  test('can all be offered together, each under a name of its own', () => {
    const servers = [...new Set(recordedTools().map(({ server }) => server))];
    const claims = recordedTools().map(({ server, name }) => ({
      server: `s${servers.indexOf(server)}`,
      kind: 'tool' as const,
      raw: name,
    }));
    const names = [...publicNames(claims, []).values()];
    expect(names.length).toBe(claims.length);
    expect(makeToolbox(names.map((name) => aTool(name))).tools.length).toBe(names.length);
  });

  test('of a server with bare schemas are read, too', () => {
    const file = new URL('../../fixtures/mcp-tools/odd_server-gitlab_bare-schemas.json', import.meta.url);
    const { tools }: { tools: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
    expect(tools.map((entry) => readListedTool(entry)?.inputSchema['type'])).toEqual(tools.map(() => 'object'));
  });
});

function canonical(schema: unknown): string {
  const reading = readArguments(JSON.stringify(schema));
  return reading.kind === 'read' ? reading.argsJson : reading.reason;
}
