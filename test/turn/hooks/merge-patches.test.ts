import { describe, expect, it } from 'vitest';
import { isEmptyPatch, mergePatches } from '../../../src/turn/hooks/merge-patches.ts';
import type { RequestPatch } from '../../../src/turn/request-patch.ts';
import { says } from '../../support/turn/a-turn.ts';

/** A patch with own fields that are undefined, as a hook written without types may make one. */
const unset = (...fields: readonly string[]): RequestPatch =>
  Object.fromEntries(fields.map((field) => [field, undefined]));

describe('a patch that sets nothing', () => {
  it.each<[string, RequestPatch]>([
    ['has no fields', {}],
    ['has only undefined fields', unset('preamble', 'extraContext')],
    ['adds no context documents', { extraContext: [] }],
  ])('%s', (_, patch) => {
    expect(isEmptyPatch(patch)).toBe(true);
  });

  it.each<RequestPatch>([
    { preamble: '' },
    { temperature: 0 },
    { activeTools: [] },
    { history: [] },
    { additionalParams: null },
    { additionalParams: [] },
    { extraContext: [{ id: 'd', text: 't' }] },
    { extraContext: [], temperature: 0 },
  ])('is not %j: an empty value is a value', (patch) => {
    expect(isEmptyPatch(patch)).toBe(false);
  });
});

describe('two patches', () => {
  const merged = (earlier: RequestPatch, later: RequestPatch) => {
    const warned: string[] = [];
    const patch = mergePatches(earlier, later, (field) => void warned.push(field));
    return { patch, warned };
  };
  const everything: RequestPatch = {
    preamble: 'p',
    temperature: 0.5,
    maxTokens: 7,
    toolChoice: { kind: 'none' },
    history: [says('h')],
    activeTools: ['a'],
    additionalParams: { x: 1 },
    extraContext: [{ id: 'd', text: 't' }],
  };

  it.each<[string, RequestPatch, RequestPatch]>([
    ['the earlier', everything, {}],
    ['the later', {}, everything],
    ['the earlier where the later leaves every field undefined', everything, unset(...Object.keys(everything))],
  ])('of which one sets everything are %s, without a warning', (_, earlier, later) => {
    expect(merged(earlier, later)).toStrictEqual({ patch: everything, warned: [] });
  });

  it('that set nothing set nothing, and have no fields', () => {
    expect(merged(unset('preamble'), {})).toStrictEqual({ patch: {}, warned: [] });
  });

  it('that set different fields set both, without a warning', () => {
    expect(merged({ preamble: 'p' }, { temperature: 1 })).toStrictEqual({
      patch: { preamble: 'p', temperature: 1 },
      warned: [],
    });
  });

  it('that set everything are the later one, with a warning for each field that only one can set', () => {
    const { patch, warned } = merged(everything, { ...everything, preamble: 'q', activeTools: ['a', 'b'] });
    expect(patch).toStrictEqual({
      ...everything,
      preamble: 'q',
      extraContext: [
        { id: 'd', text: 't' },
        { id: 'd', text: 't' },
      ],
    });
    expect(warned).toEqual(['preamble', 'temperature', 'maxTokens', 'toolChoice', 'history']);
  });
});
