import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capabilities } from '../../src/domain/capability.ts';
import { type Decision, decisionBytesV1 } from '../../src/domain/decision.ts';
import { elicitationAnswerBytesV1 } from '../../src/domain/elicitation-answer.ts';
import { approvalId, conversationId, requestId, turnId } from '../../src/domain/ids.ts';
import { type Mutation, mutationBytesV1 } from '../../src/domain/mutation.ts';
import { type Revocation, revocationBytesV1 } from '../../src/domain/revocation.ts';
import type { Signature } from '../../src/domain/signed.ts';
import { ed25519Signer, ed25519Verifier } from '../../src/platform/ed25519.ts';
import { generateKey, readKeyring } from '../../src/platform/keyring.ts';
import { aDecision } from '../support/decisions.ts';
import { anAnswer } from '../support/elicitations.ts';
import { flipped, leavesOf } from '../support/flipped.ts';
import { thorough } from '../support/thorough.ts';

const FLIPS = thorough ? 100_000 : 10_000;
/** The low seven: the eighth would leave ASCII and the alphabet of most fields. */
const BITS = 7;

const keyring = readKeyring(generateKey(new Date(0)));
const signer = ed25519Signer(keyring);
const verifier = ed25519Verifier(keyring);

/** Every single change of one bit in one text, or of one number, of a signed record. */
function* flipsOf<T extends object>(record: T): Generator<T> {
  for (const path of leavesOf(record)) {
    let leaf: unknown = record;
    for (const key of path) leaf = Reflect.get(Object(leaf), key);
    const bytes = typeof leaf === 'string' && leaf !== '' ? leaf.length : 1;
    const bits = typeof leaf === 'string' && leaf !== '' ? BITS : 1;
    for (let byte = 0; byte < bytes; byte += 1) {
      for (let bit = 0; bit < bits; bit += 1) yield flipped(record, path, byte, bit);
    }
  }
}

interface Signed<T> {
  readonly content: T;
  readonly signature: Signature;
}

const sign = async <T>(content: T, layout: (kid: string, content: T) => Uint8Array): Promise<Signed<T>> => ({
  content,
  signature: await signer.sign(layout(signer.kid, content)),
});

const isAccepted = <T>(
  { content, signature }: Signed<T>,
  layout: (kid: string, content: T) => Uint8Array,
  at: number,
): boolean => verifier.verify(layout(signature.kid, content), signature, at) === 'valid';

const word = fc.string({ unit: fc.constantFrom('a', 'b', '|', ',', '\0', 'é'), maxLength: 6 });
const person = fc.record({ team: word, user: word });
const time = fc.integer({ min: 0, max: 2 ** 41 });
const decisions: fc.Arbitrary<Decision> = fc.record({
  enterprise: fc.option(word),
  team: word,
  conversation: word.map(conversationId),
  turn: word.map(turnId),
  approvalId: word.map(approvalId),
  requestId: word.map(requestId),
  toolName: word,
  toolDefHash: word,
  proposedArgsJson: word,
  effectiveArgsJson: fc.option(word),
  injectedContext: fc.option(word),
  decision: fc.constantFrom('approve', 'approve-edited', 'approve-and-remember', 'deny'),
  coveredCapabilities: fc.subarray([...capabilities]),
  grantExpiresAt: fc.option(time),
  reason: fc.option(word),
  approver: person,
  principal: person,
  card: fc.record({ channel: word, message: word }),
  issuedAt: time,
  expiresAt: time,
  nonce: word,
});

describe('one bit flipped in any field of a signed record', () => {
  test(`of decisions is found, ${FLIPS} times of ${FLIPS}`, { timeout: 240_000 }, async () => {
    const accepted: unknown[] = [];
    let flips = 0;
    while (flips < FLIPS) {
      for (const decision of [aDecision(), ...fc.sample(decisions, 20)]) {
        const signed = await sign(decision, decisionBytesV1);
        expect(isAccepted(signed, decisionBytesV1, decision.issuedAt)).toBe(true);
        for (const forged of flipsOf(signed)) {
          flips += 1;
          if (isAccepted(forged, decisionBytesV1, forged.content.issuedAt)) accepted.push(forged);
        }
      }
    }
    expect(accepted).toEqual([]);
  });

  test('of a mutation is found', async () => {
    const mutation: Mutation = {
      conversation: conversationId('T1:C1:1.1'),
      turn: turnId('turn'),
      requestId: requestId('request'),
      toolName: 'shop.issue_refund',
      change: { kind: 'input-rewrite', before: '{"a":1}', after: '{"a":2}' },
      at: 1_000,
      nonce: 'nonce',
    };
    const signed = await sign(mutation, mutationBytesV1);
    const accepted = [...flipsOf(signed)].filter((forged) => isAccepted(forged, mutationBytesV1, forged.content.at));
    expect(accepted).toEqual([]);
  });

  test('of a revocation is found', async () => {
    const revocation: Revocation = {
      conversation: conversationId('T1:C1:1.1'),
      grant: approvalId('approval'),
      by: { team: 'T1', user: 'U1' },
      at: 1_000,
      nonce: 'nonce',
    };
    const signed = await sign(revocation, revocationBytesV1);
    const accepted = [...flipsOf(signed)].filter((forged) => isAccepted(forged, revocationBytesV1, forged.content.at));
    expect(accepted).toEqual([]);
  });

  test('of an answer to a server is found', async () => {
    const signed = await sign(anAnswer(), elicitationAnswerBytesV1);
    const isFound = (forged: typeof signed) => !isAccepted(forged, elicitationAnswerBytesV1, forged.content.issuedAt);
    expect(isFound(signed)).toBe(false);
    expect([...flipsOf(signed)].filter((forged) => !isFound(forged))).toEqual([]);
  });
});
