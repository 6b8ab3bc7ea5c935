import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, type JsonValue, readJson, sameJson } from '../../src/domain/canonical-json.ts';
import { denotesZero, sameDecimal } from '../../src/domain/json/exact-decimal.ts';

// Few letters, so that keys and values meet often; the last two sort differently by code point.
const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', ',', ':', '\ufb33', '\u{1f600}'), maxLength: 3 });
const number = fc.constantFrom(0, 1, -1, 10, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: false }),
  ),
}));

/** The same value with its keys in another order, all the way down. */
function reordered(given: JsonValue): JsonValue {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map(reordered);
  return Object.fromEntries(
    Object.entries(given)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  );
}

function readBack(written: string): JsonValue | undefined {
  const reading = readJson(written);
  return reading.kind === 'read' ? reading.value : undefined;
}

describe('canonical text', () => {
  it('reads back as itself', () => {
    fc.assert(
      fc.property(value, (given) => {
        const written = canonicalText(given);
        expect(readJson(written)).toMatchObject({ kind: 'read', canonical: written });
      }),
    );
  });

  it('reads back as the value that was written', () => {
    fc.assert(
      fc.property(value, (given) => {
        const back = readBack(canonicalText(given));
        expect(back === undefined ? undefined : JSON.stringify(sorted(back))).toBe(JSON.stringify(sorted(given)));
      }),
    );
  });

  // An engine of ours (V8 13.6) takes the second object's `"` for the `\\` it met at that place in the first.
  it('keeps keys of one escaped character apart, whatever was read before', () => {
    readJson('{"\\n":1,"\\\\":2,"a":3}');
    const reading = readJson('{"\\n":null,"\\"":false,"a":0}');
    expect(reading.kind === 'read' ? Object.keys(reading.value ?? {}) : null).toEqual(['\n', '"', 'a']);
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        // By a route that shares nothing with the writer.
        const equal = JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
        expect(sameJson(left, right)).toBe(equal);
      }),
    );
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(canonicalText(reordered(given))).toBe(canonicalText(given));
      }),
    );
  });

  it('does not depend on blanks', () => {
    fc.assert(
      fc.property(value, fc.constantFrom('\t', '  ', '\n'), (given, blank) => {
        const spaced = ` ${JSON.stringify(given, null, blank)}\r\n`;
        expect(readJson(spaced)).toMatchObject({ kind: 'read', canonical: canonicalText(given) });
      }),
    );
  });

  it('does not depend on escapes', () => {
    fc.assert(
      fc.property(text, (given) => {
        const units = given.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
        expect(readJson(`"${units.join('')}"`)).toMatchObject({ kind: 'read', canonical: canonicalText(given) });
      }),
    );
  });
});

describe('the strict reader', () => {
  const fragment = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u',
      'd83d',
      '0',
      '1',
      '-',
      '.',
      'e',
      '+',
      'true',
      'null',
      ' ',
      '\n',
    ],
    ...['"a"', '\ud800', '\udc00', '\ufeff', '\u0000', '{"a":'],
  );
  const anyText = fc.array(fragment, { maxLength: 30 }).map((fragments) => fragments.join(''));

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        expect(['read', 'refused']).toContain(readJson(given).kind);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes nothing that JSON.parse refuses', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        expect(readJson(given).kind === 'refused' || isJson(given)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('points into the text', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const reading = readJson(given);
        const position = reading.kind === 'refused' ? (reading.position ?? 0) : 0;
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(given.length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('numbers', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: 1, maxLength: 22 });
  const spelling = fc
    .tuple(fc.constantFrom('', '-'), digits, fc.option(digits), fc.option(fc.integer({ min: -330, max: 310 })))
    .map(([sign, whole, fraction, exponent]) => {
      const integer = whole.replace(/^0+(?=.)/, '');
      return `${sign}${integer}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`;
    });

  /** Exact comparison by integers, the slow and obvious way. */
  function exactly(given: string): string {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] =
      /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/.exec(given) ?? [];
    const scaled = BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length + 400);
    return sign + scaled.toString();
  }

  it('are taken only if the double is exactly the decimal that was written', () => {
    fc.assert(
      fc.property(spelling, (given) => {
        const reading = readJson(given);
        expect(reading.kind === 'refused' || exactly(reading.canonical) === exactly(given)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('are refused as inexact only if they are', () => {
    fc.assert(
      fc.property(spelling, (given) => {
        const reading = readJson(given);
        const inexact = reading.kind === 'refused' && reading.fault === 'inexact-number';
        expect(inexact && exactly(String(Number(given))) === exactly(given)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('denote the same decimal whichever way they are compared', () => {
    fc.assert(
      fc.property(spelling, spelling, (left, right) => {
        const unsigned = [left, right].map((given) => exactly(given.replace('-', '')));
        expect(sameDecimal(left, right)).toBe(unsigned[0] === unsigned[1]);
        expect(denotesZero(left)).toBe(unsigned[0] === '0');
      }),
    );
  });
});

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}

function sorted(given: JsonValue): unknown {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return ['array', ...given.map(sorted)];
  const keys = Object.keys(given).sort();
  return ['object', ...keys.map((key) => [key, sorted(new Map(Object.entries(given)).get(key) ?? null)])];
}
