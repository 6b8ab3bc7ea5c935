import { describe, expect, it } from 'vitest';
import { readArguments, readJson } from '../../src/domain/canonical-json.ts';
import { MAX_BYTES, MAX_DEPTH, MAX_NODES } from '../../src/domain/json/limits.ts';

function reasonOf(text: string): string | undefined {
  const reading = readJson(text);
  return reading.kind === 'refused' ? reading.reason : undefined;
}

const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('the sentence a model gets for a text that is not taken', () => {
  it.each([
    ['-0', 'Negative zero is not accepted: write 0.'],
    ['1e400', 'This number is too large for a double: write it as a string.'],
    ['9007199254740992', 'Integers beyond 9007199254740991 lose digits: write the number as a string.'],
    ['1e-400', 'This number changes when stored as a double: write fewer digits, or write it as a string.'],
    ['-', 'A minus sign must be followed by digits.'],
    ['-a', 'A minus sign must be followed by digits.'],
    ['00', 'Numbers have no leading zeros.'],
    ['09', 'Numbers have no leading zeros.'],
    ['-012', 'Numbers have no leading zeros.'],
    ['"\\ud800"', 'A string holds half of a surrogate pair: write both halves.'],
    ['"a\nb"', 'Line breaks and control characters in strings must be escaped, as \\n.'],
    ['"open', 'A string is not closed: the text ends before its last double quote.'],
    ['"\\x"', 'Unknown escape: after a backslash JSON knows " \\ / b f n r t and u.'],
    ['"\\u12"', 'A \\u escape needs four hexadecimal digits.'],
    ['\ufeff{}', 'The text starts with a byte order mark: leave it out.'],
    ['"\ud800"', 'The text holds half of a surrogate pair.'],
    ['{} {}', 'There is more text after the JSON value: send the value alone.'],
    ['{"a":1,"a":2}', 'The key "a" is there twice in one object: send it once.'],
    ['', 'The text ends too early: a value is missing.'],
    ['{', 'The text ends too early: a key in double quotes is missing.'],
    ['{"a"', 'The text ends too early: a colon after the key is missing.'],
    ['{"a":', 'The text ends too early: a value is missing.'],
    ['{"a":1', 'The text ends too early: a comma or } after the value is missing.'],
    ['[1', 'The text ends too early: a comma or ] after the value is missing.'],
    ['{a:1}', 'Expected a key in double quotes here.'],
    ['{"a" 1}', 'Expected a colon after the key here.'],
    ['{"a":1 "b":2}', 'Expected a comma or } after the value here.'],
    ['{"a":1 , "b":2 ;}', 'Expected a comma or } after the value here.'],
    ['[1 2]', 'Expected a comma or ] after the value here.'],
    ['+1', 'Expected a value here.'],
    ['.5', 'Expected a value here.'],
    ['True', 'Expected a value here.'],
    ['[x]', 'Expected a value here.'],
    ['[x}', 'Expected a value here.'],
    ['[x#', 'Expected a value here.'],
    ['[/ 1]', 'Expected a value here.'],
    ["'a'", 'Expected a value here; JSON has no single quotes.'],
    ['// one', 'Expected a value here; JSON has no comments.'],
    ['/* one */', 'Expected a value here; JSON has no comments.'],
    ['# one', 'Expected a value here; JSON has no comments.'],
    ['NaN', 'Expected a value here; JSON has no NaN or Infinity.'],
    ['Infinity', 'Expected a value here; JSON has no NaN or Infinity.'],
    ['[1,]', 'Expected a value here; JSON has no comma before a closing bracket.'],
    ['[1,] ', 'Expected a value here; JSON has no comma before a closing bracket.'],
    ['{"a":}', 'Expected a value here; JSON has no comma before a closing bracket.'],
    ['{"a":1,}\n', 'Expected a key in double quotes here; JSON has no comma before a closing bracket.'],
  ])('%j: %s', (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  it('tells how deep it may be', () => {
    expect(reasonOf(objects(MAX_DEPTH))).toBeUndefined();
    expect(reasonOf(objects(MAX_DEPTH + 1))).toBe('Nested deeper than 64 levels: send a flatter value.');
  });

  it('tells how many values it may hold', () => {
    expect(reasonOf(`[${'1,'.repeat(MAX_NODES)}1]`)).toBe('More than 50000 values: send less, or send a file.');
  });

  it('tells how long it may be, whatever else is wrong with it', () => {
    const tooLong = 'Longer than 1048576 bytes: send less, or put the content in a file.';
    expect(reasonOf('x'.repeat(MAX_BYTES + 1))).toBe(tooLong);
    expect(reasonOf('€'.repeat(MAX_BYTES / 2))).toBe(tooLong);
  });

  it('tells that arguments are an object, and blames no place in the text', () => {
    expect(readArguments('[1]')).toEqual({
      kind: 'refused',
      fault: 'not-an-object',
      reason: 'Arguments must be one JSON object, in braces.',
    });
  });

  it('repeats 60 characters of a long key, and none of them by half', () => {
    const key = `${'k'.repeat(59)}😀${'k'.repeat(100)}`;
    expect(reasonOf(`{"${key}":1,"${key}":2}`)).toBe(
      `The key "${'k'.repeat(59)}😀" is there twice in one object: send it once.`,
    );
  });
});
