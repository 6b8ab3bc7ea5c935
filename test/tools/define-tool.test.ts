import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readArguments } from '../../src/domain/canonical-json.ts';
import { capabilityList } from '../../src/domain/capability.ts';
import { defineTool, type ToolDefinition } from '../../src/tools/define-tool.ts';
import { contextFor } from '../support/tools/tool-context.ts';

const input = z.object({ path: z.string().max(5), mode: z.enum(['fast', 'safe']).optional() });

const define = (given: Partial<ToolDefinition<typeof input>> = {}) =>
  defineTool({
    name: 'area.do',
    title: 'Do it',
    description: 'Does it.',
    input,
    version: '1',
    capabilities: ['local-read', 'local-write'],
    effect: 'once',
    run: ({ path }) => ({ text: path, isError: false }),
    ...given,
  });

describe('arguments', () => {
  test.each([
    ['that fit', { path: 'a' }, null],
    ['with a part left out', {}, 'path: Invalid input: expected string, received undefined'],
    ['with a part too many', { path: 'a', other: 1 }, 'Unrecognized key: "other"'],
    ['of another type', { path: 1 }, 'path: Invalid input: expected string, received number'],
    ['too long', { path: 'abcdef' }, 'path: Too big: expected string to have <=5 characters'],
  ])('%s', (_what, args, flaw) => {
    expect(define().invalid(args)).toBe(flaw);
  });

  test.each(['__proto__', 'constructor', 'toString'])('called %s are refused like any other unknown', (name) => {
    const reading = readArguments(`{"path":"a",${JSON.stringify(name)}:{"admin":true}}`);
    expect(reading.kind === 'read' && define().invalid(reading.value)).toContain('Unrecognized key');
  });

  test('reach the tool as they were given', async () => {
    expect(await define().execute({ path: 'a' }, contextFor())).toEqual({ text: 'a', isError: false });
  });

  test('that do not fit never reach it', async () => {
    await expect(define().execute({ path: 1 }, contextFor())).rejects.toThrow('expected string');
  });
});

describe('what the gate hears', () => {
  test('is the careful answer where the definition says nothing', () => {
    const tool = define();
    expect(capabilityList(tool.requiredCapabilities({ path: 'a' }))).toEqual(['local-read', 'local-write']);
    expect([tool.cacheableApproval(), tool.destructive, tool.needsApproval({}), tool.ingestsUntrusted({})]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([tool.veto({ path: 'a' }), tool.sandboxWouldDeny({ path: 'a' })]).toEqual([null, null]);
  });

  test('is made on the arguments', () => {
    const tool = define({
      capabilitiesFor: ({ mode }) => (mode === 'safe' ? ['local-read'] : ['local-read', 'local-write']),
      sandbox: ({ path }) => (path === '..' ? 'outside' : null),
      veto: ({ path }) => (path === '/' ? 'never' : null),
    });
    expect(capabilityList(tool.requiredCapabilities({ path: 'a', mode: 'safe' }))).toEqual(['local-read']);
    expect([tool.sandboxWouldDeny({ path: '..' }), tool.sandboxWouldDeny({ path: 'a' })]).toEqual(['outside', null]);
    expect([tool.veto({ path: '/' }), tool.veto({ path: 'a' })]).toEqual([{ reason: 'never' }, null]);
  });

  test('of arguments that do not fit is every capability there is, and no exception', () => {
    const tool = define({ capabilitiesFor: () => [], sandbox: ({ path }) => path.at(99) ?? null });
    expect(capabilityList(tool.requiredCapabilities({ path: 1 }))).toEqual(['local-read', 'local-write']);
    expect([tool.sandboxWouldDeny({}), tool.veto({})]).toEqual([null, null]);
  });
});

describe('a definition', () => {
  test('is the same however often it is made', () => {
    expect(define().definitionHash).toBe(define().definitionHash);
  });

  test.each<[string, Partial<ToolDefinition<typeof input>>]>([
    ['name', { name: 'area.do_it' }],
    ['description', { description: 'Does it twice.' }],
    ['version', { version: '2' }],
    ['capabilities', { capabilities: ['local-read'] }],
    ['input', { input: z.object({ path: z.string().max(6), mode: z.enum(['fast', 'safe']).optional() }) }],
  ])('with another %s is another', (_what, given) => {
    expect(define(given).definitionHash).not.toBe(define().definitionHash);
  });

  test('with another title or effect is the same: neither is what a person approved', () => {
    expect(define({ title: 'Other', effect: 'read' }).definitionHash).toBe(define().definitionHash);
  });

  test('tells the model a schema without unknown arguments', () => {
    expect(define().spec.inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['path'],
    });
  });
});
