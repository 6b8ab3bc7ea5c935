import { sign, verify } from 'node:crypto';
import type { Signer, Verifier } from '../ports/signer.ts';
import type { Keyring } from './keyring.ts';
import { KeyError } from './keyring.ts';

/** Signs with the keyring's one signing key. A keyring that only verifies cannot make a signer. */
export function ed25519Signer({ signing }: Keyring): Signer {
  if (signing === null) throw new KeyError('no signing key: run `countersign keygen`');
  const { kid, privateKey } = signing;
  return {
    kid,
    sign: (bytes) => Promise.resolve({ kid, value: sign(null, bytes, privateKey).toString('base64url') }),
  };
}

const SIGNATURE_BYTES = 64;

/** Checks signatures with public keys only. The algorithm is the key's; a record cannot choose one. */
export function ed25519Verifier(keyring: Pick<Keyring, 'verify'>): Verifier {
  return {
    verify(bytes, signature, signedAt) {
      const key = keyring.verify.get(signature.kid);
      if (key === undefined) return 'unknown-key';
      if (key.revoked) return 'revoked-key';
      if (key.notAfter !== null && signedAt > key.notAfter) return 'retired-key';
      const value = Buffer.from(signature.value, 'base64url');
      // Base64url has several spellings of one value; only the one we write is accepted.
      if (value.length !== SIGNATURE_BYTES || value.toString('base64url') !== signature.value) return 'bad-signature';
      return verify(null, bytes, key.publicKey, value) ? 'valid' : 'bad-signature';
    },
  };
}
