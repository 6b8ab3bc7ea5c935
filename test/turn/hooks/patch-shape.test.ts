import { describe, expect, it } from 'vitest';
import { patchFault } from '../../../src/turn/hooks/patch-shape.ts';

describe('a patch that can be sent', () => {
  it.each<[string, unknown]>([
    ['sets nothing', {}],
    ['leaves fields undefined', { preamble: undefined, history: undefined }],
    [
      'sets empty values',
      { preamble: '', temperature: 0, maxTokens: 0, activeTools: [], extraContext: [], history: [] },
    ],
    ['has any parameters', { additionalParams: 7 }],
    ['lets the model choose', { toolChoice: { kind: 'auto' } }],
    ['lets it choose no tool', { toolChoice: { kind: 'none' } }],
    ['has it choose one', { toolChoice: { kind: 'required' } }],
    ['has it choose one of some', { toolChoice: { kind: 'specific', names: ['pay'] } }],
    ['adds context', { extraContext: [{ id: 'd', text: 't' }] }],
    [
      'sends another history',
      {
        history: [
          { kind: 'summary', text: 's' },
          { kind: 'user', text: 'u' },
          { kind: 'assistant', text: 'a' },
          { kind: 'results', results: [] },
        ],
      },
    ],
  ])('%s', (_, patch) => {
    expect(patchFault(patch)).toBeNull();
  });
});

describe('a patch that cannot be sent', () => {
  it.each([null, 7, 'patch', ['preamble']])('is %j, which is no object', (patch) => {
    expect(patchFault(patch)).toBe('returned a patch that is no object');
  });

  it('has a field that no patch has', () => {
    expect(patchFault({ preamble: 'p', tools: ['rm'] })).toBe('set a field that a request patch has not');
  });

  it.each<[string, unknown]>([
    ['preamble', null],
    ['preamble', ['p']],
    ['temperature', 'hot'],
    ['temperature', Number.NaN],
    ['maxTokens', 1.5],
    ['maxTokens', -1],
    ['maxTokens', '1'],
    ['toolChoice', 7],
    ['toolChoice', null],
    ['toolChoice', { kind: 'any' }],
    ['toolChoice', { kind: 'specific' }],
    ['toolChoice', { kind: 'specific', names: [7] }],
    ['activeTools', 'pay'],
    ['activeTools', [7]],
    ['extraContext', 5],
    ['extraContext', [null]],
    ['extraContext', [{ id: 'd' }]],
    ['extraContext', [{ text: 't' }]],
    ['history', 'x'],
    ['history', [null]],
    ['history', [{ kind: 'tool' }]],
  ])('sets %s to %j', (field, value) => {
    expect(patchFault({ [field]: value })).toBe(`set ${field} to something it cannot be`);
  });
});
