import type { AskedElicitation } from '../../domain/elicitation.ts';
import { elicitationAnswerBytesV1, type SignedElicitationAnswer } from '../../domain/elicitation-answer.ts';
import type { ConversationId } from '../../domain/ids.ts';
import { samePerson } from '../../domain/person.ts';
import type { Place } from '../../ports/places.ts';
import type { Verifier } from '../../ports/signer.ts';

/**
 * The waiting side's own check of an answer: its signature with public keys only, and that what was signed answers
 * what the log asked. Being in the log is not enough. Null when it holds, else why it does not.
 */
export function answerFault(
  verifier: Verifier,
  { answer, signature, version }: SignedElicitationAnswer,
  { asked, cards }: AskedElicitation,
  conversation: ConversationId,
  place: Place,
): string | null {
  const shown = asked.ask.kind === 'form' ? asked.ask.schemaJson : asked.ask.url;
  const isBound =
    answer.conversation === conversation &&
    answer.team === place.team &&
    answer.turn === asked.turnId &&
    answer.elicitation === asked.approvalId &&
    answer.requestId === asked.requestId &&
    answer.toolName === asked.toolName &&
    answer.server === asked.server &&
    answer.message === asked.message &&
    answer.shown === shown &&
    answer.issuedAt < asked.expiresAt &&
    samePerson(answer.principal, asked.principal) &&
    cards.some(({ channel, message }) => channel === answer.card.channel && message === answer.card.message);
  if (!isBound) return 'binding-mismatch';
  if (version !== 1) return 'unknown-version';
  const verdict = verifier.verify(elicitationAnswerBytesV1(signature.kid, answer), signature, answer.issuedAt);
  return verdict === 'valid' ? null : verdict;
}
