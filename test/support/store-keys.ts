import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { type Decision, decisionBytesV1, type SignedDecision } from '../../src/domain/decision.ts';
import { type Revocation, revocationBytesV1, type SignedRevocation } from '../../src/domain/revocation.ts';
import type { Signer, Verifier } from '../../src/ports/signer.ts';

export interface Keys {
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly signDecision: (decision: Decision) => SignedDecision;
  readonly signRevocation: (revocation: Revocation) => SignedRevocation;
}

/** A fresh Ed25519 key and its public half. */
export function makeKeys(kid = 'k1'): Keys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signature = (bytes: Uint8Array) => ({ kid, value: sign(null, bytes, privateKey).toString('base64url') });
  return {
    signer: { kid, sign: async (bytes) => signature(bytes) },
    verifier: {
      verify(bytes, { kid: named, value }) {
        if (named !== kid) return 'unknown-key';
        return verify(null, bytes, publicKey, Buffer.from(value, 'base64url')) ? 'valid' : 'bad-signature';
      },
    },
    signDecision: (decision) => ({ version: 1, decision, signature: signature(decisionBytesV1(kid, decision)) }),
    signRevocation: (revocation) => ({
      version: 1,
      revocation,
      signature: signature(revocationBytesV1(kid, revocation)),
    }),
  };
}
