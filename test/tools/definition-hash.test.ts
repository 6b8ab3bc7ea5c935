import { expect, test } from 'vitest';
import { allCapabilities } from '../../src/domain/capability.ts';
import { type Definition, definitionHash } from '../../src/tools/definition-hash.ts';

const definition: Definition = {
  namespace: 'mcp:notes',
  spec: { name: 'notes.append', description: 'Appends.', inputSchema: { type: 'object', title: 'T' } },
  capabilities: new Set(['local-read', 'local-write']),
  version: '1',
};
const hash = definitionHash(definition);

test('is 64 hexadecimal digits', () => {
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test.each<[string, Partial<Definition>]>([
  ['namespace', { namespace: 'mcp:other' }],
  ['name', { spec: { ...definition.spec, name: 'notes.Append' } }],
  ['description', { spec: { ...definition.spec, description: 'Appends' } }],
  ['schema', { spec: { ...definition.spec, inputSchema: { type: 'object' } } }],
  ['capabilities', { capabilities: allCapabilities }],
  ['version', { version: '2' }],
])('another %s is another hash', (_what, change) => {
  expect(definitionHash({ ...definition, ...change })).not.toBe(hash);
});

test('the order of keys and of capabilities does not matter', () => {
  const same = definitionHash({
    ...definition,
    spec: { ...definition.spec, inputSchema: { title: 'T', type: 'object' } },
    capabilities: new Set(['local-write', 'local-read']),
  });
  expect(same).toBe(hash);
});

test('text does not move from one field into the next', () => {
  const moved = { ...definition, namespace: 'mcp:notesn', spec: { ...definition.spec, name: 'otes.append' } };
  expect(definitionHash(moved)).not.toBe(hash);
});
