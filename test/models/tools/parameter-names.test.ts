import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parameterNames, renameKeys, reversed } from '../../../src/models/tools/parameter-names.ts';

const FITS = /^[a-zA-Z0-9_.-]{1,64}$/;

describe('parameter names', () => {
  test('names that fit are left alone', () => {
    expect(parameterNames(['order', 'n.1'], FITS).size).toBe(0);
  });

  test('a name that does not fit gets a readable one that is free', () => {
    expect([...parameterNames(['$top', 'filter[id]', '_top'], FITS)]).toEqual([
      ['$top', expect.stringMatching(/^_top_[0-9a-f]{8}$/)],
      ['filter[id]', 'filter_id_'],
    ]);
  });

  test('new names fit and never meet another name', () => {
    const some = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', '$', '_', 'é'), minLength: 1, maxLength: 4 }));
    fc.assert(
      fc.property(some, (names) => {
        const renamed = parameterNames(names, FITS);
        const all = names.map((name) => renamed.get(name) ?? name);
        return new Set(all).size === names.length && [...renamed.values()].every((name) => FITS.test(name));
      }),
    );
  });

  test('keys of the outermost object are renamed and nothing else is touched', () => {
    const text = '{ "$top" : 1.50, "a": {"$top": [{"$top": 2}]}, "b": "$top", "c":"x\\"$top\\":" }';
    expect(renameKeys(text, new Map([['$top', '_top']]))).toBe(text.replace('"$top" :', '"_top" :'));
  });

  test('a text that is not JSON is not mended', () => {
    expect(renameKeys('{"$top": 1', new Map([['$top', '_top']]))).toBe('{"$top": 1');
  });

  test('renaming there and back gives the very same text', () => {
    const names = new Map([['$', '_']]);
    const key = fc.constantFrom('$', 'a', '"', '\\');
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })), (value) => {
        const text = JSON.stringify(value, null, 1);
        return renameKeys(renameKeys(text, names), reversed(names)) === text;
      }),
    );
  });
});
