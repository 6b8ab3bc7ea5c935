import { describe, expect, test } from 'vitest';
import { allCapabilities } from '../../../src/domain/capability.ts';
import type { Annotations } from '../../../src/tools/mcp/listed-tool.ts';
import { trustedTraits } from '../../../src/tools/mcp/traits.ts';
import { connected, listedAs, scriptedServer } from '../../support/tools/mcp-servers.ts';
import { toolNamed } from '../../support/tools/tool-named.ts';

const read = ['fixed-connector-read'];
const readAndMutate = ['fixed-connector-read', 'mutate-external'];

describe('what a trusted server says of a tool', () => {
  test.each<
    [string, Annotations, { needs: readonly string[]; effect: string; cacheable: boolean; destructive: boolean }]
  >([
    ['nothing', {}, { needs: readAndMutate, effect: 'once', cacheable: false, destructive: true }],
    ['reads', { readOnlyHint: true }, { needs: read, effect: 'read', cacheable: true, destructive: false }],
    [
      'reads and destroys',
      { readOnlyHint: true, destructiveHint: true },
      { needs: readAndMutate, effect: 'once', cacheable: false, destructive: true },
    ],
    [
      'adds',
      { destructiveHint: false },
      { needs: readAndMutate, effect: 'once', cacheable: false, destructive: false },
    ],
    [
      'may repeat',
      { idempotentHint: true },
      { needs: readAndMutate, effect: 'idempotent', cacheable: true, destructive: true },
    ],
  ])('%s', (_what, annotations, { needs, ...rest }) => {
    const { capabilities, effect, cacheable, destructive } = trustedTraits(annotations);
    expect({ needs: [...capabilities], effect, cacheable, destructive }).toEqual({ needs, ...rest });
  });

  test.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])('an open world of %s taints: %s', (openWorldHint, taints) => {
    expect(trustedTraits({ openWorldHint }).ingestsUntrusted).toBe(taints);
  });
});

describe('what any other server says', () => {
  test('counts for nothing', async () => {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    const server = scriptedServer({ tools: [listedAs('harmless', { annotations, title: 'Safe!' })] });
    const tool = toolNamed((await connected([server.config])).toolbox().tools, 'srv.harmless');
    expect(tool.requiredCapabilities({})).toEqual(allCapabilities);
    expect([tool.effect, tool.destructive, tool.cacheableApproval(), tool.ingestsUntrusted({})]).toEqual([
      'once',
      true,
      false,
      true,
    ]);
    expect(tool.title).toBe('srv: harmless');
  });
});
