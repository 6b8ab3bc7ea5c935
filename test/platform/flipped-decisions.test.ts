import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionBytesV1 } from '../../src/domain/decision.ts';
import { ed25519Signer, ed25519Verifier } from '../../src/platform/ed25519.ts';
import { generateKey, readKeyring } from '../../src/platform/keyring.ts';
import { aDecision } from '../support/decisions.ts';
import { flipped, leavesOf } from '../support/flipped.ts';

const RUNS = 2_000;

const keyring = readKeyring(generateKey(new Date(0)));
const signer = ed25519Signer(keyring);
const verifier = ed25519Verifier(keyring);
const full = aDecision();
const bare = aDecision({ enterprise: null, effectiveArgsJson: null, injectedContext: null, reason: null });

test('a decision in which one byte of any field was flipped is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(full, bare), fc.nat(), fc.nat(), fc.nat(), async (decision, leaf, byte, bit) => {
      const signature = await signer.sign(decisionBytesV1(signer.kid, decision));
      const record = { decision, signature };
      const leaves = leavesOf(record);
      const forged = flipped(record, leaves[leaf % leaves.length] ?? [], byte, bit);
      expect(forged).not.toEqual(record);
      const bytes = decisionBytesV1(forged.signature.kid, forged.decision);
      expect(verifier.verify(bytes, forged.signature, forged.decision.issuedAt)).not.toBe('valid');
    }),
    { numRuns: RUNS },
  );
});
