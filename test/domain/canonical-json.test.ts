import { describe, expect, it } from 'vitest';
import { readArguments, readJson } from '../../src/domain/canonical-json.ts';
import { MAX_BYTES, MAX_DEPTH, MAX_NODES } from '../../src/domain/json/limits.ts';

function argsOf(text: string): string {
  const reading = readArguments(text);
  return reading.kind === 'read' ? reading.argsJson : `refused: ${reading.fault}`;
}

function refusalOf(text: string) {
  const reading = readJson(text);
  return reading.kind === 'refused' ? reading : undefined;
}

function spellingOf(number: string): string {
  const reading = readJson(number);
  return reading.kind === 'read' ? reading.canonical : reading.fault;
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

describe('arguments have one spelling', () => {
  it('orders keys and drops blanks', () => {
    expect(argsOf(' { "b" : 1 ,\n"a" : [ true , null ] } ')).toBe('{"a":[true,null],"b":1}');
  });

  it('orders keys by UTF-16 code unit, so U+1F600 comes before U+FB33', () => {
    expect(argsOf('{"\ufb33":1,"\u{1f600}":2}')).toBe('{"\u{1f600}":2,"\ufb33":1}');
  });

  it('writes the characters of escapes that JSON does not need', () => {
    expect(argsOf('{"\\u0061":"\\/\\u00e9\\ud83d\\ude00"}')).toBe('{"a":"/é😀"}');
  });

  it('reads every escape as its character', () => {
    const reading = readJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"');
    expect(reading).toMatchObject({ value: '"\\/\b\f\n\r\tA' });
  });

  it('keeps NFC and NFD apart', () => {
    expect(argsOf('{"é":1,"e\u0301":2}')).toBe('{"e\u0301":2,"é":1}');
  });

  it('keeps a number and its digits in quotes apart', () => {
    expect(argsOf('{"a":1}')).not.toBe(argsOf('{"a":"1"}'));
  });

  it.each(['1', '1.0', '1e0', '10e-1', '0.1e1', '1E+0'])('spells %s as 1', (number) => {
    expect(spellingOf(number)).toBe('1');
  });

  it.each(['0', '0.0', '0e-5', '0e+1', '0E999999'])('spells %s as 0', (number) => {
    expect(spellingOf(number)).toBe('0');
  });

  it.each([
    ['0.1', '0.1'],
    ['-0.10', '-0.1'],
    ['9007199254740991', '9007199254740991'],
    ['-9007199254740991', '-9007199254740991'],
    ['1E30', '1e+30'],
    ['1.0e+21', '1e+21'],
    ['5e-324', '5e-324'],
    ['1.7976931348623157e308', '1.7976931348623157e+308'],
    ['123456789012345e-20', '0.00000123456789012345'],
  ])('takes %s, which a double holds, as %s', (number, spelling) => {
    expect(spellingOf(number)).toBe(spelling);
  });
});

describe('names that objects inherit are keys like any other', () => {
  const names = '{"__proto__":{"admin":true},"constructor":1,"hasOwnProperty":2,"toJSON":3,"toString":4}';

  it('keeps them in the text', () => {
    expect(argsOf(names)).toBe(names);
  });

  it('keeps them as own data of an object without a prototype', () => {
    const reading = readArguments(names);
    const value = reading.kind === 'read' ? reading.value : {};
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value)).toContain('__proto__');
  });

  it('leaves the prototype of other objects alone', () => {
    readArguments(names);
    expect('admin' in {}).toBe(false);
  });

  it('finds the second __proto__', () => {
    expect(argsOf('{"__proto__":1,"__proto__":2}')).toBe('refused: duplicate-key');
  });
});

describe('what is refused, and where', () => {
  it.each([
    ['{"a":1,"a":2}', 'duplicate-key', 7],
    ['{"a":1,"\\u0061":2}', 'duplicate-key', 7],
    ['"\\ud800"', 'lone-surrogate', 0],
    ['["\\udfff"]', 'lone-surrogate', 1],
    ['{"\\ud800":1}', 'lone-surrogate', 1],
    ['"\\ude00\\ud83d"', 'lone-surrogate', 0],
    ['"a\ud800"', 'lone-surrogate', 2],
    ['"\\ud83d\ude00"', 'lone-surrogate', 7],
    ['\ufeff{}', 'byte-order-mark', 0],
    ['{} {}', 'trailing-text', 3],
    ['{}\u00a0', 'trailing-text', 2],
    ['9007199254740992', 'unsafe-integer', 0],
    ['-9007199254740993', 'unsafe-integer', 0],
    ['1e20', 'unsafe-integer', 0],
    ['1000000000000000000000000', 'unsafe-integer', 0],
    [`1${'0'.repeat(400)}`, 'unsafe-integer', 0],
    ['1e400', 'not-finite', 0],
    ['[-1e999999999999]', 'not-finite', 1],
    ['1e-400', 'inexact-number', 0],
    ['-1e-400', 'inexact-number', 0],
    ['0.1000000000000000055511151231257827', 'inexact-number', 0],
    ['333333333.33333329', 'inexact-number', 0],
    ['1.00000000000000000001', 'inexact-number', 0],
    ['-0', 'negative-zero', 0],
    ['-0.0', 'negative-zero', 0],
    ['-0e-5', 'negative-zero', 0],
    ['NaN', 'syntax', 0],
    ["{'a':1}", 'syntax', 1],
    ['{"a":1,}', 'syntax', 7],
    ['[1,]', 'syntax', 3],
    ['{/* note */}', 'syntax', 1],
    ['"\n"', 'syntax', 1],
    ['"\0"', 'syntax', 1],
    ['"\\x"', 'syntax', 1],
    ['"\\u00g0"', 'syntax', 1],
    ['"open', 'syntax', 0],
    ['{"a"', 'syntax', 4],
    ['{"a" 1}', 'syntax', 5],
    ['012', 'syntax', 0],
    ['+1', 'syntax', 0],
    ['-', 'syntax', 0],
    ['', 'syntax', 0],
  ])('%j: %s at %i', (text, fault, position) => {
    expect(refusalOf(text)).toMatchObject({ fault, position });
  });

  it.each(['[]', '"text"', '1', 'null'])('%s as arguments: only an object will do', (text) => {
    expect(argsOf(text)).toBe('refused: not-an-object');
  });

  it('names the key that is there twice', () => {
    expect(refusalOf('{"amount":1,"amount":2}')?.reason).toContain('"amount"');
  });

  it('cuts a long key in the reason', () => {
    const key = 'k'.repeat(10_000);
    expect(refusalOf(`{"${key}":1,"${key}":2}`)?.reason.length).toBeLessThan(200);
  });

  it('says what models write most often instead of JSON', () => {
    expect(refusalOf("{'a':1}")?.reason).toContain('no single quotes');
    expect(refusalOf('{"a":NaN}')?.reason).toContain('no NaN');
    expect(refusalOf('{"a":1,}')?.reason).toContain('no comma before a closing bracket');
  });
});

describe('limits', () => {
  it('takes the greatest depth and refuses one more', () => {
    expect(refusalOf(nested(MAX_DEPTH))).toBeUndefined();
    expect(refusalOf(nested(MAX_DEPTH + 1))?.fault).toBe('too-deep');
  });

  it('counts objects and arrays alike as depth', () => {
    const text = `${'{"a":['.repeat(MAX_DEPTH / 2)}${']}'.repeat(MAX_DEPTH / 2)}`;
    expect(refusalOf(text)).toBeUndefined();
    expect(refusalOf(`[${text}]`)?.fault).toBe('too-deep');
  });

  it('takes the greatest number of values and refuses one more', () => {
    expect(refusalOf(`[${'1,'.repeat(MAX_NODES - 2)}1]`)).toBeUndefined();
    expect(refusalOf(`[${'1,'.repeat(MAX_NODES - 1)}1]`)?.fault).toBe('too-many-values');
  });

  it('takes the greatest length in bytes and refuses one more', () => {
    expect(refusalOf(`"${'a'.repeat(MAX_BYTES - 2)}"`)).toBeUndefined();
    expect(refusalOf(`"${'a'.repeat(MAX_BYTES - 1)}"`)?.fault).toBe('too-long');
  });

  it('counts bytes, not characters', () => {
    const threeByteCharacters = Math.floor((MAX_BYTES - 2) / 3);
    expect(refusalOf(`"${'€'.repeat(threeByteCharacters)}"`)).toBeUndefined();
    expect(refusalOf(`"${'€'.repeat(threeByteCharacters + 1)}"`)?.fault).toBe('too-long');
  });

  it('refuses a text whose canonical spelling would pass the limit, so that what is read can be read again', () => {
    const padding = 'a'.repeat(MAX_BYTES - 200_000);
    const text = `["${padding}",${'9e15,'.repeat(39_000)}1]`;
    expect(text.length).toBeLessThan(MAX_BYTES);
    expect(refusalOf(text)?.fault).toBe('too-long');
  });

  it('refuses 100 MB by its length alone', () => {
    const huge = `{"a":"${'x'.repeat(100_000_000)}"}`;
    expect(refusalOf(huge)?.fault).toBe('too-long');
  });

  it('refuses a number of a million digits without trying long', () => {
    expect(spellingOf(`0.${'0'.repeat(500_000)}1${'0'.repeat(500_000)}1`)).toBe('inexact-number');
  });
});
