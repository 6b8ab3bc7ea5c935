import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/ports/logger.ts';
import type { JsonObject } from '../../../src/ports/tools.ts';
import { connectMcpServers, type McpServers } from '../../../src/tools/mcp/connect-mcp-servers.ts';
import { connected, packagedServer } from '../../support/tools/mcp-servers.ts';
import { temporaryFolder } from '../../support/tools/temporary-folder.ts';
import { contextFor } from '../../support/tools/tool-context.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

describe('the reference server', () => {
  let everything: McpServers;
  beforeAll(async () => {
    everything = await connectMcpServers([packagedServer('everything', [])], { logger: silent });
  });
  afterAll(() => everything?.close());

  test('answers in every kind of content there is', async () => {
    const { tools } = everything.toolbox();
    const run = async (name: string, args: JsonObject = {}) =>
      (await toolNamed(tools, `everything.${name}`).execute(args, contextFor())).text;
    expect(await run('echo', { message: 'hello' })).toContain('hello');
    expect(await run('get-tiny-image')).toMatch(/\(image, image\/png, \d+ bytes\)/);
    expect(JSON.parse(await run('get-structured-content', { location: 'New York' }))).toHaveProperty('temperature');
    expect(await run('get-resource-links', { count: 1 })).toMatch(/\(link: \S.* demo:\/\/resource\//);
    expect(await run('get-resource-reference', { resourceType: 'Text', resourceId: 1 })).toContain(
      'plaintext resource',
    );
    expect(await run('read_resource', { uri: 'demo://resource/dynamic/text/1' })).toContain('plaintext resource');
    expect(await run('trigger-elicitation-request')).toContain('cancel');
  });

  test('refuses through its schema what it would refuse itself', () => {
    expect(toolNamed(everything.toolbox().tools, 'everything.get-sum').invalid({ a: 1, b: 'two' })).toBe(
      'b: must be number',
    );
  });
});

describe('the file system server', () => {
  test('reads, writes, and says no outside its folder', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.txt'), 'from disk');
    const { tools } = (await connected([packagedServer('filesystem', [folder], { trustAnnotations: true })])).toolbox();
    const read = toolNamed(tools, 'filesystem.read_text_file');
    expect((await read.execute({ path: join(folder, 'a.txt') }, contextFor())).text).toBe('from disk');
    expect((await read.execute({ path: '/etc/passwd' }, contextFor())).isError).toBe(true);

    const write = toolNamed(tools, 'filesystem.write_file');
    await write.execute({ path: join(folder, 'b.txt'), content: 'to disk' }, contextFor());
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('to disk');
    expect([read.effect, [...read.requiredCapabilities({})]]).toEqual(['read', ['fixed-connector-read']]);
    expect([write.effect, write.destructive]).toEqual(['idempotent', true]);
  });
});

describe('the memory server', () => {
  test('keeps what it is told', async () => {
    const env = { MEMORY_FILE_PATH: join(temporaryFolder(), 'memory.jsonl') };
    const { tools } = (await connected([packagedServer('memory', [], { env })])).toolbox();
    const entity = { name: 'Kim', entityType: 'customer', observations: ['likes lamps'] };
    await toolNamed(tools, 'memory.create_entities').execute({ entities: [entity] }, contextFor());
    expect((await toolNamed(tools, 'memory.read_graph').execute({}, contextFor())).text).toContain('likes lamps');
  });
});
