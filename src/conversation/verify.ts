import type { Approval } from '../domain/approvals.ts';
import { decisionBytesV1, type SignedDecision } from '../domain/decision.ts';
import type { ConversationId } from '../domain/ids.ts';
import { samePerson } from '../domain/person.ts';
import type { Place } from '../ports/places.ts';
import type { Verifier } from '../ports/signer.ts';

/** Why a recorded decision does not count, or null when it does. */
export type VerifyDecision = (
  signed: SignedDecision,
  approval: Approval,
  conversation: ConversationId,
  place: Place,
) => string | null;

/**
 * The executing side's own check of a decision: its signature with public keys only, and that what was signed is
 * what the log asked. Neither the caller nor the database is believed. Valid signatures are remembered per record.
 */
export function makeVerifyDecision(verifier: Verifier): VerifyDecision {
  const valid = new WeakSet<SignedDecision>();
  return (signed, approval, conversation, place) => {
    const unbound = bindingFault(signed, approval, conversation, place);
    if (unbound !== null) return unbound;
    if (valid.has(signed)) return null;
    if (signed.version !== 1) return 'unknown-version';
    const bytes = decisionBytesV1(signed.signature.kid, signed.decision);
    const verdict = verifier.verify(bytes, signed.signature, signed.decision.issuedAt);
    if (verdict !== 'valid') return verdict;
    valid.add(signed);
    return null;
  };
}

function bindingFault(
  { decision }: SignedDecision,
  approval: Approval,
  conversation: ConversationId,
  place: Place,
): string | null {
  const { request } = approval;
  const bound =
    decision.conversation === conversation &&
    decision.team === place.team &&
    decision.turn === request.turnId &&
    decision.approvalId === request.approvalId &&
    decision.requestId === request.call.requestId &&
    decision.toolName === request.call.toolName &&
    decision.toolDefHash === request.toolDefHash &&
    decision.proposedArgsJson === request.call.argsJson &&
    samePerson(decision.principal, request.principal) &&
    (decision.decision === 'approve-edited' || decision.effectiveArgsJson === request.effectiveArgsJson) &&
    approval.cards.some(
      ({ channel, message }) => channel === decision.card.channel && message === decision.card.message,
    );
  return bound ? null : 'binding-mismatch';
}
