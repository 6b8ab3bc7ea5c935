import { describe, expect, test } from 'vitest';
import { makeToolbox, ToolNameProblem } from '../../src/tools/toolbox.ts';
import { aTool } from '../support/turn/tools.ts';

describe('a toolbox', () => {
  test('keeps the order it was given', () => {
    expect(makeToolbox([aTool('b'), aTool('a')]).tools.map(({ spec }) => spec.name)).toEqual(['b', 'a']);
  });

  test('finds by the exact name', () => {
    const toolbox = makeToolbox([aTool('files.read')]);
    expect([toolbox.find('files.read')?.spec.name, toolbox.find('files.Read'), toolbox.find('files.read ')]).toEqual([
      'files.read',
      undefined,
      undefined,
    ]);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])('finds nothing called %j', (name) => {
    expect(makeToolbox([aTool('a')]).find(name)).toBeUndefined();
  });

  test('does not change when the list it was made from does', () => {
    const tools = [aTool('a')];
    const toolbox = makeToolbox(tools);
    tools.push(aTool('b'));
    expect([toolbox.tools.length, toolbox.find('b')]).toEqual([1, undefined]);
  });

  test.each(['pay', 'Pay'])('refuses %s beside pay', (name) => {
    expect(() => makeToolbox([aTool('pay'), aTool(name)])).toThrow(ToolNameProblem);
  });

  test.each(['', ' ', 'a b', 'tool\u200b', 'töol', '1st', '.a', 'a\n', 'a'.repeat(129), '../a', 'a\u0000'])(
    'refuses the name %j',
    (name) => {
      expect(() => makeToolbox([aTool(name)])).toThrow(ToolNameProblem);
    },
  );
});
