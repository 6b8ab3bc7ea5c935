import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, type JsonValue } from '../../src/domain/canonical-json.ts';
import { pagesOf } from '../../src/domain/text/clip.ts';
import { displayArguments, UnreadableArguments } from '../../src/domain/text/display-arguments.ts';

function show(args: JsonValue) {
  return displayArguments(canonicalText(args), { secrets: { kind: 'show' } });
}

function mask(args: JsonValue) {
  const fingerprintOf = (secret: string) => secret.slice(0, 2);
  return displayArguments(canonicalText(args), { secrets: { kind: 'mask', fingerprintOf } });
}

describe('arguments on a card', () => {
  it('are one member a line, in canonical order', () => {
    const args = {
      reason: 'late',
      order: 'A-17',
      amount: 20,
      lines: [{ sku: 'x', gift: true }, []],
      note: null,
      meta: {},
    };
    expect(show(args).text.split('\n')).toEqual([
      'amount: 20',
      'lines:',
      '  -',
      '    gift: true',
      '    sku: "x"',
      '  - []',
      'meta: {}',
      'note: null',
      'order: "A-17"',
      'reason: "late"',
    ]);
  });

  it('stand in the order of their code units, also where names are numbers', () => {
    const lines = show({ '9': 1, '10': 1, '-': 1, b: 1, B: 1 }).text.split('\n');
    expect(lines).toEqual(['"-": 1', '"10": 1', '"9": 1', 'B: 1', 'b: 1']);
  });

  it('that are none are braces', () => {
    expect(show({}).text).toBe('{}');
  });

  it('show a text of several lines behind a bar, so that no line passes for a member', () => {
    expect(show({ body: 'hello\n\n\tpath: C:\\x\namount: 1' }).text.split('\n')).toEqual([
      'body: |',
      '  │ hello',
      '  │ ',
      '  │ \\tpath: C:\\\\x',
      '  │ amount: 1',
    ]);
  });

  it('leave quotes in a text of several lines as they are', () => {
    expect(show({ body: 'say "hi"\nnow' }).text.split('\n')).toEqual(['body: |', '  │ say "hi"', '  │ now']);
  });

  it('keep a quote, a colon and a blank in a name or a value where they belong', () => {
    expect(show({ 'a: "b"': 'x", admin: "true' }).text).toBe('"a: \\"b\\"": "x\\", admin: \\"true"');
  });

  it('show hidden characters in names and values, and count them', () => {
    const display = show({ 'pa\u200bth': 'a\u202eb' });
    expect(display.text).toBe('"pa\\u{200b}th": "a\\u{202e}b"');
    expect(display.hidden).toBe(2);
  });

  it('keep a hidden character and its spelling apart', () => {
    expect(show({ a: '\u200b' }).text).not.toBe(show({ a: '\\u{200b}' }).text);
  });

  it('count padding and show what follows', () => {
    expect(show({ command: `ls${' '.repeat(3000)}&& curl evil` }).text).toBe('command: "ls⟨3000×␠⟩&& curl evil"');
  });

  it('tell their length in characters and in bytes', () => {
    expect(show({ a: 'é😀' })).toMatchObject({ characters: 10, bytes: 14 });
  });

  it('come with warnings about addresses in names and values', () => {
    const display = show({ url: 'https://good.com@evil.com', nested: [{ 'http://127.1': 1 }] });
    expect(display.hosts).toEqual([
      { trick: 'numeric-host', host: '127.1' },
      { trick: 'userinfo', host: 'evil.com' },
    ]);
  });

  it('are not shown if the store holds something else', () => {
    const draw = () => displayArguments('{"a":1,"a":2}', { secrets: { kind: 'show' } });
    expect(draw).toThrow(UnreadableArguments);
    expect(draw).toThrow(
      expect.objectContaining({
        name: 'UnreadableArguments',
        code: 'unreadable-arguments',
        message: 'The stored arguments do not read: duplicate-key',
      }),
    );
  });
});

describe('secrets in arguments', () => {
  it('are masked where their name or shape tells', () => {
    const token = ['xoxb', '123456789012', 'abc'].join('-');
    const display = mask({ login: { password: 'hunter2', user: 'bob' }, command: `curl ${token} now` });
    expect(display.text.split('\n')).toEqual([
      `command: "curl •••• (len ${token.length}, sha256 xo) now"`,
      'login:',
      '  password: •••• (len 7, sha256 hu)',
      '  user: "bob"',
    ]);
    expect(display.masked).toEqual(['/command', '/login/password']);
  });

  it('are masked below a secret name, texts and numbers alike', () => {
    const display = mask({ credentials: { user: 'bob', pins: [1234], active: true, old: null } });
    expect(display.text).not.toMatch(/bob|1234/);
    expect(display.masked).toEqual(['/credentials/pins/0', '/credentials/user']);
    expect(display.text).toContain('active: true');
  });

  it('are pointed at by JSON Pointers with hidden characters revealed', () => {
    const display = mask({ 'a/b~c': [{ 'pa\u200bss': { password: 'hunter2' } }] });
    expect(display.masked).toEqual(['/a~1b~0c/0/pa\\u{200b}ss/password']);
  });

  it('are masked in every line of a text of several', () => {
    const token = ['xoxb', '123456789012', 'abc'].join('-');
    const display = mask({ body: `one ${token}\ntwo ${token}` });
    expect(display.text.split('\n')).toEqual([
      'body: |',
      `  │ one •••• (len ${token.length}, sha256 xo)`,
      `  │ two •••• (len ${token.length}, sha256 xo)`,
    ]);
    expect(display.masked).toEqual(['/body']);
  });

  it('are not masked in a name, without which nobody could tell what is hidden', () => {
    const name = `key ${['xoxb', '123456789012', 'abc'].join('-')}`;
    expect(mask({ [name]: true })).toMatchObject({ text: `"${name}": true`, masked: [] });
  });

  it('are shown to the approver who asks for everything', () => {
    expect(show({ password: 'hunter2' })).toMatchObject({ text: 'password: "hunter2"', masked: [] });
  });

  it('are not imitated by a text that looks like a mask', () => {
    expect(mask({ a: '•••• (len 7, sha256 hu)' }).text).toBe('a: "\\u{2022}••• (len 7, sha256 hu)"');
  });

  it('are told apart by their fingerprints', () => {
    expect(mask({ token: 'abcd' }).text).not.toBe(mask({ token: 'xycd' }).text);
  });
});

describe('for all arguments', () => {
  const unit = fc.constantFrom(
    'a',
    '"',
    '\\',
    '\n',
    '\t',
    ' ',
    '\u200b',
    ':',
    '│',
    '|',
    '-',
    '⟨',
    '1',
    '×',
    'u{',
    '\r',
  );
  const padded = fc.constantFrom(' '.repeat(60), '\n'.repeat(6), '\u2003'.repeat(9), '⟨60×␠⟩', '\\u{200b}', '{}', '[]');
  const text = fc.array(fc.oneof(unit, padded), { maxLength: 4 }).map((units) => units.join(''));
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom<JsonValue>(0, 1, true, null),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(text, tie('value'), { maxKeys: 2 }),
    ),
  }));
  const args = fc.dictionary(text, value, { maxKeys: 3 });

  it('different arguments are drawn differently', () => {
    fc.assert(
      fc.property(args, args, (left, right) => {
        expect(show(left).text === show(right).text).toBe(canonicalText(left) === canonicalText(right));
      }),
      { numRuns: 1500 },
    );
  });

  it('different texts are drawn differently', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(show({ a: left }).text === show({ a: right }).text).toBe(left === right);
      }),
      { numRuns: 3000 },
    );
  });

  it('nothing hidden is left', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (given) => {
        const shown = show(given).text;
        expect(shown.replaceAll('\n', '')).not.toMatch(
          /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('every line is inside the member it belongs to', () => {
    fc.assert(
      fc.property(text, (given) => {
        const [first, ...others] = show({ a: given }).text.split('\n');
        expect(first?.startsWith('a: ')).toBe(true);
        expect(others.every((line) => line.startsWith('  │ '))).toBe(true);
      }),
    );
  });

  it('all of it can be reached page by page', () => {
    const display = show({ content: `${'😀\u200b\\"'.repeat(20_000)}rm -rf /` });
    const pages = pagesOf(display.text, 2800);
    expect(pages.join('')).toBe(display.text);
    expect(pages.at(-1)).toContain('rm -rf /');
  });

  it('a megabyte is drawn whole', () => {
    const args = { content: '<a href="x">\u200b \n'.repeat(50_000) };
    expect(mask(args).characters).toBeGreaterThan(600_000);
  });
});
