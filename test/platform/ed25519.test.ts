import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisionBytesV1 } from '../../src/domain/decision.ts';
import { revocationBytesV1 } from '../../src/domain/revocation.ts';
import { signedBytes } from '../../src/domain/signed.ts';
import { ed25519Signer, ed25519Verifier } from '../../src/platform/ed25519.ts';
import { generateKey, readKeyring } from '../../src/platform/keyring.ts';
import { aDecision } from '../support/decisions.ts';

const text = generateKey(new Date(0));
const keyring = readKeyring(text);
const signer = ed25519Signer(keyring);
const verifier = ed25519Verifier(keyring);
const bytes = decisionBytesV1(signer.kid, aDecision());

describe('Ed25519 signatures', () => {
  test('what was signed verifies', async () => {
    expect(verifier.verify(bytes, await signer.sign(bytes), 0)).toBe('valid');
  });

  test('changing any byte of the signed bytes is found', async () => {
    const signature = await signer.sign(bytes);
    for (let i = 0; i < bytes.length; i += 1) {
      const flipped = bytes.slice();
      flipped[i] = (flipped[i] ?? 0) ^ 1;
      expect(verifier.verify(flipped, signature, 0)).toBe('bad-signature');
    }
  });

  test('changing any character of the signature is found', async () => {
    const { kid, value } = await signer.sign(bytes);
    for (let i = 0; i < value.length; i += 1) {
      const other = value[i] === 'A' ? 'B' : 'A';
      const forged = { kid, value: value.slice(0, i) + other + value.slice(i + 1) };
      expect(verifier.verify(bytes, forged, 0)).toBe('bad-signature');
    }
  });

  test('a signature has one spelling', async () => {
    const { kid, value } = await signer.sign(bytes);
    expect(verifier.verify(bytes, { kid, value: `${value}==` }, 0)).toBe('bad-signature');
    expect(verifier.verify(bytes, { kid, value: ` ${value}` }, 0)).toBe('bad-signature');
  });

  test.each(['other', '', '../key', "' or 1=1 --"])('the unknown key id %j is refused', async (kid) => {
    const { value } = await signer.sign(bytes);
    expect(verifier.verify(bytes, { kid, value }, 0)).toBe('unknown-key');
  });

  test('a key signs nothing after its notAfter, and a revoked key nothing at all', async () => {
    const [own] = text.verify;
    if (own === undefined) throw new Error('a generated key has a public half');
    const signature = await signer.sign(bytes);
    const retired = ed25519Verifier(readKeyring({ signing: null, verify: [{ ...own, notAfter: '2026-01-01' }] }));
    expect(retired.verify(bytes, signature, Date.UTC(2026, 0, 1))).toBe('valid');
    expect(retired.verify(bytes, signature, Date.UTC(2026, 0, 1) + 1)).toBe('retired-key');
    const revoked = ed25519Verifier(readKeyring({ signing: null, verify: [{ ...own, revoked: true }] }));
    expect(revoked.verify(bytes, signature, 0)).toBe('revoked-key');
  });

  test('a record of one kind does not pass for another', async () => {
    const { kid, approvalId, conversation, approver, issuedAt, nonce } = { ...aDecision(), kid: signer.kid };
    const revocation = { conversation, grant: approvalId, by: approver, at: issuedAt, nonce };
    expect(verifier.verify(revocationBytesV1(kid, revocation), await signer.sign(bytes), 0)).toBe('bad-signature');
  });
});

describe('signed bytes', () => {
  const field = fc.option(fc.string({ unit: fc.constantFrom('a', '|', '\0', 'é'), maxLength: 4 }));
  const fields = fc.array(field, { maxLength: 5 });

  test('two lists of fields give the same bytes only when they are the same', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        const equal = Buffer.from(signedBytes('x', a)).equals(Buffer.from(signedBytes('x', b)));
        expect(equal).toBe(same);
      }),
      { numRuns: 2000 },
    );
  });

  test('every field of a decision is signed', () => {
    const plain = Buffer.from(decisionBytesV1('k', aDecision()));
    const changes: Partial<ReturnType<typeof aDecision>>[] = [
      { enterprise: null },
      { team: 'T2' },
      { toolName: 'other' },
      { toolDefHash: 'abd' },
      { proposedArgsJson: '{"a":3}' },
      { effectiveArgsJson: null },
      { injectedContext: null },
      { decision: 'approve' },
      { decision: 'deny' },
      { coveredCapabilities: ['local-read'] },
      { grantExpiresAt: 1_000_001 },
      { reason: null },
      { approver: { team: 'T1', user: 'U3' } },
      { approver: { team: 'T3', user: 'U1' } },
      { principal: { team: 'T1', user: 'U3' } },
      { principal: { team: 'T3', user: 'U2' } },
      { card: { channel: 'C2', message: '1.2' } },
      { card: { channel: 'C1', message: '1.3' } },
      { issuedAt: 1001 },
      { expiresAt: 2001 },
      { nonce: 'other' },
    ];
    for (const change of changes) {
      expect(Buffer.from(decisionBytesV1('k', aDecision(change))).equals(plain), JSON.stringify(change)).toBe(false);
    }
    expect(Buffer.from(decisionBytesV1('k2', aDecision())).equals(plain)).toBe(false);
  });
});
