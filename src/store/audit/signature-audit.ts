import { decisionBytesV1 } from '../../domain/decision.ts';
import { elicitationAnswerBytesV1 } from '../../domain/elicitation-answer.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { ConversationId } from '../../domain/ids.ts';
import { mutationBytesV1 } from '../../domain/mutation.ts';
import { revocationBytesV1 } from '../../domain/revocation.ts';
import type { Signature } from '../../domain/signed.ts';
import { tombstoneBytesV1 } from '../../domain/tombstone.ts';
import type { ChainedEvent } from '../../ports/chain-source.ts';
import type { Verifier } from '../../ports/signer.ts';
import { boundTypes, makeBindingAudit } from './binding-audit.ts';
import type { Findings } from './finding.ts';
import { readEvent } from './read-event.ts';

/** Event types that carry a signature. Everything else is covered by the chain alone. */
const signedTypes: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'approval.endorsed',
  'approval.decided',
  'elicitation.answered',
  'mutation.recorded',
  'grant.revoked',
  'conversation.pruned',
]);

interface SignedRecord {
  readonly conversation: ConversationId;
  readonly bytes: Uint8Array;
  readonly signature: Signature;
  readonly signedAt: number;
}

/** Checks the signature of each event that has one, and that it answers what its log asked. Returns how many it checked. */
export function makeSignatureAudit(verifier: Verifier, findings: Findings): (stored: ChainedEvent) => number {
  const bindingFault = makeBindingAudit();
  return (stored) => {
    if (!boundTypes.has(stored.type)) return 0;
    const { conversation, seq } = stored;
    const isSigned = signedTypes.has(stored.type);
    const event = readEvent(stored);
    const record = event === null ? null : signedRecord(event);
    if (event === null || (isSigned && record === null)) {
      // What is not signed is covered by the chain; that this code cannot read it is not a break.
      if (isSigned) findings.add({ kind: 'unreadable', conversation, seq });
      return 0;
    }
    const fault = record === null ? null : signatureFault(verifier, conversation, record);
    if (fault !== null) {
      findings.add({ kind: 'bad-signature', conversation, seq, because: fault });
      return 1;
    }
    const unbound = bindingFault(conversation, event);
    if (unbound !== null) findings.add({ kind: 'unbound', conversation, seq, because: unbound });
    return record === null ? 0 : 1;
  };
}

function signatureFault(verifier: Verifier, conversation: ConversationId, record: SignedRecord) {
  const verdict = verifier.verify(record.bytes, record.signature, record.signedAt);
  if (verdict !== 'valid') return verdict;
  return record.conversation === conversation ? null : ('other-conversation' as const);
}

function signedRecord(event: DomainEvent): SignedRecord | null {
  switch (event.type) {
    case 'approval.endorsed':
    case 'approval.decided': {
      const { decision, signature } = event.signed;
      const { conversation, issuedAt: signedAt } = decision;
      return { conversation, bytes: decisionBytesV1(signature.kid, decision), signature, signedAt };
    }
    case 'elicitation.answered': {
      const { answer, signature } = event.signed;
      const { conversation, issuedAt: signedAt } = answer;
      return { conversation, bytes: elicitationAnswerBytesV1(signature.kid, answer), signature, signedAt };
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
    case 'conversation.pruned': {
      const { tombstone, signature } = event.signed;
      const { conversation, prunedAt: signedAt } = tombstone;
      return { conversation, bytes: tombstoneBytesV1(signature.kid, tombstone), signature, signedAt };
    }
    default:
      return null;
  }
}
