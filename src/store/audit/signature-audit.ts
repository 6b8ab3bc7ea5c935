import { decisionBytesV1 } from '../../domain/decision.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { ConversationId } from '../../domain/ids.ts';
import { mutationBytesV1 } from '../../domain/mutation.ts';
import { revocationBytesV1 } from '../../domain/revocation.ts';
import type { Signature } from '../../domain/signed.ts';
import type { ChainedEvent } from '../../ports/chain-source.ts';
import type { Verifier } from '../../ports/signer.ts';
import { decodeEvent } from '../codec/decode.ts';
import type { Findings } from './finding.ts';

/** Event types that carry a signature. Everything else is covered by the chain alone. */
const signedTypes: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'approval.endorsed',
  'approval.decided',
  'mutation.recorded',
  'grant.revoked',
]);

interface SignedRecord {
  readonly conversation: ConversationId;
  readonly bytes: Uint8Array;
  readonly signature: Signature;
  readonly signedAt: number;
}

/** Checks the signature of one event, if it has one. Returns how many were checked. */
export function auditSignature(stored: ChainedEvent, verifier: Verifier, findings: Findings): number {
  if (!signedTypes.has(stored.type)) return 0;
  const { conversation, seq } = stored;
  const record = readRecord(stored);
  if (record === null) {
    findings.add({ kind: 'unreadable', conversation, seq });
    return 0;
  }
  const verdict = verifier.verify(record.bytes, record.signature, record.signedAt);
  if (verdict !== 'valid') {
    findings.add({ kind: 'bad-signature', conversation, seq, because: verdict });
  } else if (record.conversation !== conversation) {
    findings.add({ kind: 'bad-signature', conversation, seq, because: 'other-conversation' });
  }
  return 1;
}

function readRecord(stored: ChainedEvent): SignedRecord | null {
  try {
    return signedRecord(decodeEvent(stored, stored));
  } catch {
    // Malformed or unknown: the finding names the place, and the decoder's error would add nothing to it.
    return null;
  }
}

function signedRecord(event: DomainEvent): SignedRecord | null {
  switch (event.type) {
    case 'approval.endorsed':
    case 'approval.decided': {
      const { decision, signature } = event.signed;
      const { conversation, issuedAt: signedAt } = decision;
      return { conversation, bytes: decisionBytesV1(signature.kid, decision), signature, signedAt };
    }
    case 'mutation.recorded': {
      const { mutation, signature } = event.signed;
      const { conversation, at: signedAt } = mutation;
      return { conversation, bytes: mutationBytesV1(signature.kid, mutation), signature, signedAt };
    }
    case 'grant.revoked': {
      const { revocation, signature } = event.signed;
      const { conversation, at: signedAt } = revocation;
      return { conversation, bytes: revocationBytesV1(signature.kid, revocation), signature, signedAt };
    }
    default:
      return null;
  }
}
