import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalText, readJson } from '../../src/domain/canonical-json.ts';
import { numberText } from '../../src/domain/json/number.ts';

const JCS = new URL('../fixtures/jcs/', import.meta.url);

function namesIn(folder: string, start = ''): readonly string[] {
  return readdirSync(new URL(folder, JCS)).filter((name) => name.startsWith(start));
}

function textOf(path: string): string {
  return readFileSync(new URL(path, JCS), 'utf8');
}

/** Bytes that are not UTF-8 are no text and never reach the reader; a BOM does. */
function decoded(path: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(new URL(path, JCS)));
  } catch {
    return undefined;
  }
}

function outcomeOf(path: string): string {
  const text = decoded(path);
  if (text === undefined) return 'not UTF-8';
  const reading = readJson(text);
  return reading.kind === 'read' ? `read ${reading.canonical}` : reading.fault;
}

function doubleOf(hex: string): number {
  return Buffer.from(hex.padStart(16, '0'), 'hex').readDoubleBE(0);
}

describe('RFC 8785 input and output pairs', () => {
  const inputs = namesIn('pairs').filter((name) => name.endsWith('.input.json'));

  it('are all there', () => {
    expect(inputs).toHaveLength(8);
  });

  it.each(inputs)('%s is written byte for byte', (name) => {
    const expected = textOf(`pairs/${name.replace('.input.', '.output.')}`);
    expect(canonicalText(JSON.parse(textOf(`pairs/${name}`)))).toBe(expected);
  });

  it.each(inputs.filter((name) => name !== 'values.input.json'))('%s is read byte for byte', (name) => {
    const expected = textOf(`pairs/${name.replace('.input.', '.output.')}`);
    expect(outcomeOf(`pairs/${name}`)).toBe(`read ${expected}`);
  });

  it('values.input.json is refused by our reader, because 333333333.33333329 changes in a double', () => {
    expect(outcomeOf('pairs/values.input.json')).toBe('inexact-number');
  });
});

describe('RFC 8785 numbers', () => {
  const appendix = z
    .array(z.object({ ieee754_hex: z.string(), expected: z.string().nullable() }))
    .parse(JSON.parse(textOf('numbers/rfc8785-appendix-b.json')));

  it.each(appendix)('Appendix B $ieee754_hex is spelt $expected', ({ ieee754_hex, expected }) => {
    const value = doubleOf(ieee754_hex);
    expect(Number.isFinite(value) ? numberText(value) : null).toBe(expected);
  });

  const published = textOf('numbers/es6testfile10k.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','))
    .map(([, hex = '', spelling = '']) => ({ value: doubleOf(hex), spelling }));

  it('published with their spelling are there', () => {
    expect(published).toHaveLength(6667);
  });

  it('all published doubles are spelt as published', () => {
    expect(published.filter(({ value, spelling }) => numberText(value) !== spelling)).toEqual([]);
  });

  it('each of them is read from its spelling unchanged, or is an integer beyond 2^53−1 in plain digits', () => {
    const wrong = published.filter(({ spelling }) => {
      const reading = readJson(spelling);
      if (reading.kind === 'read') return reading.canonical !== spelling;
      return !(/^-?[0-9]{16,21}$/.test(spelling) && reading.fault === 'unsafe-integer');
    });
    expect(wrong).toEqual([]);
  });
});

describe('JSONTestSuite', () => {
  const folder = 'jsontestsuite/test_parsing';

  /** Valid JSON that means something else, or nothing exact, to a reader with doubles. */
  const REFUSED_BY_OUR_RULES: Readonly<Record<string, string>> = {
    'y_number_minus_zero.json': 'negative-zero',
    'y_number_negative_zero.json': 'negative-zero',
    'y_object_duplicated_key.json': 'duplicate-key',
    'y_object_duplicated_key_and_value.json': 'duplicate-key',
  };

  it('is there', () => {
    expect(namesIn(folder)).toHaveLength(211);
  });

  it.each(namesIn(folder, 'y_'))('%s is read, or refused for a stricter rule of ours', (name) => {
    const outcome = outcomeOf(`${folder}/${name}`);
    expect(outcome.startsWith('read ') ? undefined : outcome).toBe(REFUSED_BY_OUR_RULES[name]);
  });

  it.each(namesIn(folder, 'n_'))('%s is refused', (name) => {
    expect(outcomeOf(`${folder}/${name}`)).not.toMatch(/^read /);
  });

  it('leaves these open, and this is what we do', () => {
    const outcomes = namesIn(folder, 'i_').map((name) => [name, outcomeOf(`${folder}/${name}`)]);
    expect(Object.fromEntries(outcomes)).toMatchInlineSnapshot(`
      {
        "i_number_double_huge_neg_exp.json": "inexact-number",
        "i_number_neg_int_huge_exp.json": "not-finite",
        "i_number_real_pos_overflow.json": "not-finite",
        "i_number_too_big_neg_int.json": "unsafe-integer",
        "i_number_very_big_negative_int.json": "unsafe-integer",
        "i_object_key_lone_2nd_surrogate.json": "lone-surrogate",
        "i_string_1st_surrogate_but_2nd_missing.json": "lone-surrogate",
        "i_string_1st_valid_surrogate_2nd_invalid.json": "lone-surrogate",
        "i_string_UTF-16LE_with_BOM.json": "not UTF-8",
        "i_string_UTF-8_invalid_sequence.json": "not UTF-8",
        "i_string_UTF8_surrogate_U+D800.json": "not UTF-8",
        "i_string_incomplete_surrogate_and_escape_valid.json": "lone-surrogate",
        "i_string_invalid_lonely_surrogate.json": "lone-surrogate",
        "i_string_inverted_surrogates_U+1D11E.json": "lone-surrogate",
        "i_string_iso_latin_1.json": "not UTF-8",
        "i_string_lone_second_surrogate.json": "lone-surrogate",
        "i_string_lone_utf8_continuation_byte.json": "not UTF-8",
        "i_string_not_in_unicode_range.json": "not UTF-8",
        "i_string_overlong_sequence_2_bytes.json": "not UTF-8",
        "i_string_overlong_sequence_6_bytes_null.json": "not UTF-8",
        "i_string_utf16LE_no_BOM.json": "not UTF-8",
        "i_structure_500_nested_arrays.json": "too-deep",
        "i_structure_UTF-8_BOM_empty_object.json": "byte-order-mark",
      }
    `);
  });

  it('has texts on which parsers differ, and this is what we do', () => {
    const transforms = 'jsontestsuite/test_transform';
    const outcomes = namesIn(transforms).map((name) => [name, outcomeOf(`${transforms}/${name}`)]);
    expect(Object.fromEntries(outcomes)).toMatchInlineSnapshot(`
      {
        "number_-9223372036854775808.json": "unsafe-integer",
        "number_1.0.json": "read [1]",
        "number_1.000000000000000005.json": "inexact-number",
        "number_10000000000000000999.json": "unsafe-integer",
        "number_1e-999.json": "inexact-number",
        "number_9223372036854775808.json": "unsafe-integer",
        "object_key_nfc_nfd.json": "read {"é":"NFD","é":"NFC"}",
        "object_key_nfd_nfc.json": "read {"é":"NFD","é":"NFC"}",
        "object_same_key_different_values.json": "duplicate-key",
        "object_same_key_same_value.json": "duplicate-key",
        "string_1_escaped_invalid_codepoint.json": "lone-surrogate",
        "string_1_invalid_codepoint.json": "not UTF-8",
        "string_2_invalid_codepoints.json": "not UTF-8",
        "string_3_invalid_codepoints.json": "not UTF-8",
        "string_with_escaped_NULL.json": "read ["A\\u0000B"]",
      }
    `);
  });
});
