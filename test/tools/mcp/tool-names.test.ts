import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NameClaim, publicNames } from '../../../src/tools/mcp/tool-names.ts';

const tool = (server: string, raw: string): NameClaim => ({ server, kind: 'tool', raw });
const namesOf = (claims: readonly NameClaim[], reserved: readonly string[] = []) => {
  const names = publicNames(claims, reserved);
  return claims.map((claim) => names.get(claim) ?? null);
};

describe('the name of an MCP tool', () => {
  test('is its server’s and its own', () => {
    expect(namesOf([tool('a', 'read'), tool('b', 'read')])).toEqual(['a.read', 'b.read']);
  });

  test('is tagged where case alone would tell two apart, for both', () => {
    const names = namesOf([tool('a', 'pay'), tool('a', 'Pay')]);
    expect(names).toEqual([
      expect.stringMatching(/^a\.pay-[0-9a-f]{8}$/),
      expect.stringMatching(/^a\.Pay-[0-9a-f]{8}$/),
    ]);
  });

  test('is never one of ours', () => {
    expect(namesOf([tool('files', 'read')], ['files.read'])).toEqual([
      expect.stringMatching(/^files\.read-[0-9a-f]{8}$/),
    ]);
  });

  test('that is too long is cut and tagged', () => {
    const [name] = namesOf([tool('a', 'x'.repeat(200))]);
    expect(name).toHaveLength(128);
  });

  test('that imitates another’s tag is left out with it', () => {
    const [tagged = ''] = namesOf([tool('files', 'read')], ['files.read']);
    const imitation = tool('files', (tagged ?? '').slice('files.'.length));
    const names = namesOf([tool('files', 'read'), imitation], ['files.read']);
    expect(names[0]).toBeNull();
  });

  test('stands for the same tool whatever else is there and in whatever order', () => {
    const claim = fc.record({
      server: fc.constantFrom('a', 'b'),
      kind: fc.constant('tool' as const),
      raw: fc.stringMatching(/^[aAb.]{1,3}$/),
    });
    const claims = fc.uniqueArray(claim, { selector: ({ server, raw }) => `${server} ${raw}`, maxLength: 12 });
    fc.assert(
      fc.property(claims, fc.array(fc.constantFrom('a.a', 'B.b'), { maxLength: 2 }), (given, reserved) => {
        const names = publicNames(given, reserved);
        const folded = [...names.values(), ...new Set(reserved)].map((name) => name.toLowerCase());
        expect(new Set(folded).size).toBe(folded.length);
        const backwards = publicNames(given.toReversed(), reserved);
        for (const one of given) expect(backwards.get(one)).toBe(names.get(one));
      }),
    );
  });
});
