import type { Signature } from '../domain/signed.ts';

/** Holds the one signing key; lives in the control plane only. A rejected promise means nothing was signed. */
export interface Signer {
  readonly kid: string;
  sign(bytes: Uint8Array): Promise<Signature>;
}

export type SignatureVerdict = 'valid' | 'unknown-key' | 'retired-key' | 'revoked-key' | 'bad-signature';

/** Holds public keys only. `signedAt` is what the record claims; a key signs nothing after its `notAfter`. */
export interface Verifier {
  verify(bytes: Uint8Array, signature: Signature, signedAt: number): SignatureVerdict;
}
