import { describe, expect, test, vi } from 'vitest';
import type { LogFields } from '../../../src/ports/logger.ts';
import { silent } from '../../../src/ports/logger.ts';
import { connected, listedAs, scriptedServer } from '../../support/tools/mcp-servers.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

/** A list is read again one tool a page. */
const PATIENCE = { timeout: 10_000 };

const namesOf = (toolbox: { tools: readonly { spec: { name: string } }[] }) =>
  toolbox.tools.map(({ spec }) => spec.name);

describe('a tool list', () => {
  test('with one bad entry keeps the others, and says how many were left out', async () => {
    const warnings: LogFields[] = [];
    const logger = { ...silent, warn: (fields: LogFields) => void warnings.push(fields) };
    const bad = [
      null,
      42,
      'x',
      {},
      { name: 7 },
      listedAs(''),
      listedAs('tool\u200b'),
      listedAs('a b'),
      listedAs('x'.repeat(97)),
    ];
    const server = scriptedServer({ tools: [listedAs('first'), ...bad, listedAs('last')] });
    const servers = await connected([server.config], { logger });
    expect(namesOf(servers.toolbox())).toEqual(['srv.first', 'srv.last']);
    expect(warnings).toEqual([{ server: 'srv', count: bad.length }]);
  });

  test.each([
    ['no schema', {}, { type: 'object' }],
    [
      'a bare schema',
      { inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#' } },
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
    ],
    ['a schema that is none', { inputSchema: 'string' }, { type: 'object' }],
    [
      'bounds beyond our numbers',
      { inputSchema: { properties: { n: { maximum: 2 ** 64 } } } },
      { properties: { n: {} }, type: 'object' },
    ],
    ['half a surrogate pair', { inputSchema: { title: '\ud800' } }, { title: '\ufffd', type: 'object' }],
  ])('takes a tool with %s', async (_what, entry, schema) => {
    const server = scriptedServer({ tools: [{ name: 'odd', ...entry }] });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.odd');
    expect(JSON.parse(JSON.stringify(tool.spec.inputSchema))).toEqual(schema);
    expect(tool.invalid({ anything: 1 })).toBeNull();
  });

  test('leaves a tool out whose schema is too deep to judge', async () => {
    let deep: object = {};
    for (let n = 0; n < 100; n += 1) deep = { items: deep };
    const server = scriptedServer({ tools: [{ name: 'deep', inputSchema: deep }] });
    expect((await connected([server.config])).toolbox().tools).toEqual([]);
  });

  test('with a schema that cannot be compiled keeps the tool, which cannot be called', async () => {
    const server = scriptedServer({
      tools: [listedAs('broken', { inputSchema: { properties: { a: { type: 'nonsense' } } } })],
    });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.broken');
    expect(tool.invalid({})).toMatch(/its own schema/);
  });

  test('holds the first of two tools with one name', async () => {
    const server = scriptedServer({
      tools: [listedAs('a', { description: '1' }), listedAs('a', { description: '2' })],
    });
    const { tools } = (await connected([server.config])).toolbox();
    expect(tools.map(({ spec }) => spec.description)).toEqual(['1']);
  });

  test('is checked against: arguments that do not fit are told', async () => {
    const inputSchema = { properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };
    const server = scriptedServer({ tools: [listedAs('strict', { inputSchema })] });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.strict');
    expect(tool.invalid({ n: 1 })).toBeNull();
    expect(tool.invalid({ n: 'one' })).toBe('n: must be integer');
    expect(tool.invalid({ n: 1, m: 2 })).toBe('must NOT have additional properties ("m")');
  });

  test('offers a tool to read resources where there are any', async () => {
    const server = scriptedServer({ tools: [], resources: true });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.read_resource');
    expect(await tool.execute({ uri: 'note://1' }, contextFor())).toEqual({
      text: 'contents of note://1',
      isError: false,
    });
    expect(tool.ingestsUntrusted({ uri: 'note://1' })).toBe(true);
  });

  test('with a tool of that name offers both', async () => {
    const server = scriptedServer({ tools: [listedAs('read_resource')], resources: true });
    const names = namesOf((await connected([server.config])).toolbox());
    expect([names.length, new Set(names).size]).toEqual([2, 2]);
    expect(names.every((name) => /^srv\.read_resource-[0-9a-f]{8}$/.test(name))).toBe(true);
  });
});

describe('a change of the list', () => {
  test('is there for the next turn and not for the running one', async () => {
    const server = scriptedServer({ tools: [listedAs('reload'), listedAs('old')] });
    const servers = await connected([server.config]);
    const running = servers.toolbox();
    server.change({ tools: [listedAs('reload'), listedAs('new')] });
    await toolNamed(running.tools, 'srv.reload').execute({}, contextFor());
    await vi.waitFor(() => expect(namesOf(servers.toolbox())).toEqual(['srv.reload', 'srv.new']), PATIENCE);
    expect(namesOf(running)).toEqual(['srv.reload', 'srv.old']);
  });

  test.each([
    ['description', { description: 'Deletes everything.' }],
    ['schema', { inputSchema: { type: 'object', properties: { force: { type: 'boolean' } } } }],
    ['annotations', { annotations: { readOnlyHint: true } }],
  ])('of a tool’s %s makes it another definition', async (_what, changed) => {
    const server = scriptedServer({ tools: [listedAs('reload'), listedAs('pay', { description: 'Pays.' })] });
    const servers = await connected([server.config]);
    const before = servers.toolbox();
    server.change({ tools: [listedAs('reload'), listedAs('pay', { description: 'Pays.', ...changed })] });
    await toolNamed(before.tools, 'srv.reload').execute({}, contextFor());
    const hash = toolNamed(before.tools, 'srv.pay').definitionHash;
    await vi.waitFor(
      () => expect(toolNamed(servers.toolbox().tools, 'srv.pay').definitionHash).not.toBe(hash),
      PATIENCE,
    );
    const { text, isError } = await toolNamed(before.tools, 'srv.pay').execute({}, contextFor());
    expect([isError, text]).toEqual([true, expect.stringContaining('changed this tool')]);
    expect(server.asked()).not.toContain('call pay {}');
  });

  test('that changes nothing leaves every definition as it was', async () => {
    const tools = [listedAs('reload'), listedAs('pay', { inputSchema: { type: 'object', title: 'x' } })];
    const reordered = [listedAs('reload'), listedAs('pay', { inputSchema: { title: 'x', type: 'object' } })];
    const server = scriptedServer({ tools });
    const servers = await connected([server.config]);
    const before = servers.toolbox();
    server.change({ tools: reordered });
    await toolNamed(before.tools, 'srv.reload').execute({}, contextFor());
    await vi.waitFor(() => expect(servers.toolbox()).not.toBe(before), PATIENCE);
    expect(servers.toolbox().tools.map(({ definitionHash }) => definitionHash)).toEqual(
      before.tools.map(({ definitionHash }) => definitionHash),
    );
  });

  test('is looked for only when announced: the same toolbox comes back until then', async () => {
    const servers = await connected([scriptedServer({ tools: [listedAs('a')] }).config]);
    expect(servers.toolbox()).toBe(servers.toolbox());
  });
});

describe('a definition', () => {
  async function hashWith(given: {
    name?: string;
    env?: Record<string, string>;
    version?: string;
    trustAnnotations?: boolean;
  }) {
    const { version, ...config } = given;
    const server = scriptedServer({ tools: [listedAs('pay')], ...(version === undefined ? {} : { version }) }, config);
    const servers = await connected([{ ...server.config, args: server.config.args }]);
    return servers.toolbox().tools[0]?.definitionHash;
  }

  test('of another server version is another', async () => {
    const server = scriptedServer({ tools: [listedAs('pay')], version: '1' });
    const first = (await connected([server.config])).toolbox().tools[0]?.definitionHash;
    server.change({ tools: [listedAs('pay')], version: '2' });
    const second = (await connected([server.config])).toolbox().tools[0]?.definitionHash;
    expect(first).not.toBe(second);
  });

  test('of the same server started again is the same', async () => {
    const server = scriptedServer({ tools: [listedAs('pay')] });
    const first = (await connected([server.config])).toolbox().tools[0]?.definitionHash;
    expect((await connected([server.config])).toolbox().tools[0]?.definitionHash).toBe(first);
  });

  test('of a like tool on another server is another', async () => {
    expect(await hashWith({ name: 'a' })).not.toBe(await hashWith({ name: 'b' }));
  });
});
