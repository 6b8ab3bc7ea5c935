import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstallationPlace } from '../../../src/ports/installations.ts';
import { seal, unseal } from '../../../src/slack/install/token-seal.ts';
import { sealingKeysNamed } from '../../support/slack/installable-bot.ts';

const keys = sealingKeysNamed('k1', 'k2');
const T1: InstallationPlace = { kind: 'workspace', team: 'T1', enterprise: null };

const id = fc.constantFrom('A', 'B', 'AB');
const place: fc.Arbitrary<InstallationPlace> = fc.oneof(
  fc.record({ kind: fc.constant('workspace' as const), team: id, enterprise: fc.option(id) }),
  fc.record({ kind: fc.constant('organisation' as const), enterprise: id }),
);

const nameOf = (one: InstallationPlace): string =>
  JSON.stringify([one.kind, one.enterprise, one.kind === 'workspace' ? one.team : null]);

describe('what is sealed', () => {
  it('opens for its own place and for no other', () => {
    fc.assert(
      fc.property(place, place, fc.string(), (sealedFor, openedFor, text) => {
        const opened = unseal(keys, openedFor, seal(keys, sealedFor, text));
        const isSame = nameOf(sealedFor) === nameOf(openedFor);
        expect(opened).toEqual(isSame ? { kind: 'open', text, kid: 'k1' } : { kind: 'broken' });
      }),
    );
  });

  it('does not open when any one bit of it has changed', () => {
    const [format, kid, nonce = '', sealed = ''] = seal(keys, T1, 'xoxb-secret').split('.');
    for (const [part, text] of [nonce, sealed].entries()) {
      const bytes = Buffer.from(text, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const spelled = changed.toString('base64url');
        const forged = [format, kid, part === 0 ? spelled : nonce, part === 1 ? spelled : sealed].join('.');
        expect(unseal(keys, T1, forged)).toEqual({ kind: 'broken' });
      }
    }
  });

  it('does not open under the name of another key', () => {
    expect(unseal(keys, T1, seal(keys, T1, 'text').replace('v1.k1.', 'v1.k2.'))).toEqual({ kind: 'broken' });
  });

  it('names the key it needs when that is not there', () => {
    expect(unseal(sealingKeysNamed('k3'), T1, seal(keys, T1, 'text'))).toEqual({ kind: 'unknown-key', kid: 'k1' });
  });

  it('is never the same twice', () => {
    expect(seal(keys, T1, 'text')).not.toBe(seal(keys, T1, 'text'));
  });

  it.each(['', 'v1', 'v1.k1', 'v1.k1..', 'v1.k1.AAAA.AAAA', 'v2.k1.a.b', 'v1.k1.a.b.c'])(
    '“%s” is not sealed',
    (text) => {
      expect(unseal(keys, T1, text).kind).toBe('broken');
    },
  );
});
