import type { Decision } from '../../domain/decision.ts';
import type { ElicitationAnswer } from '../../domain/elicitation-answer.ts';
import type { ApprovalRequest, DomainEvent } from '../../domain/event.ts';
import type { ConversationId } from '../../domain/ids.ts';
import { digest } from './digest.ts';
import { questionAnswered, questionAsked } from './elicitation-question.ts';

/** Why a record with a good signature does not belong where it stands. */
export type BindingFault =
  /** Nothing in this conversation asked for it. */
  | 'nothing-asked'
  /** What was asked under this id is another call, for someone else, or with other arguments. */
  | 'other-call'
  /** A decision stands already. */
  | 'answered-before'
  /** The single-use number was used before. */
  | 'nonce-used';

/** Event types that are asked, or answer what was asked. */
export const boundTypes: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'step.accepted',
  'approval.requested',
  'approval.endorsed',
  'approval.decided',
  'elicitation.asked',
  'elicitation.answered',
  'mutation.recorded',
  'grant.revoked',
  'conversation.pruned',
]);

interface Asked {
  readonly question: string;
  /** What would run if nobody edits it. */
  readonly effective: string;
  answered: boolean;
}

/**
 * Holds every signed record against what its own log asked before it. Keeps digests, not contents: a log is larger than
 * the memory. Returns the fault of the event it takes, or null.
 */
export function makeBindingAudit(): (conversation: ConversationId, event: DomainEvent) => BindingFault | null {
  const questions = new Map<string, Asked>();
  const calls = new Set<string>();
  const nonces = new Set<string>();

  const spend = (nonce: string): boolean => {
    if (nonces.has(nonce)) return false;
    nonces.add(nonce);
    return true;
  };

  const decisionFault = (conversation: ConversationId, decision: Decision): BindingFault | null => {
    const asked = questions.get(digest(conversation, decision.approvalId));
    if (asked === undefined) return 'nothing-asked';
    if (asked.question !== questionOf(decision)) return 'other-call';
    if (decision.decision !== 'approve-edited' && asked.effective !== effectiveOf(decision)) return 'other-call';
    if (asked.answered) return 'answered-before';
    return spend(decision.nonce) ? null : 'nonce-used';
  };

  const answerFault = (conversation: ConversationId, answer: ElicitationAnswer): BindingFault | null => {
    const asked = questions.get(digest(conversation, answer.elicitation));
    if (asked === undefined) return 'nothing-asked';
    if (asked.question !== questionAnswered(answer)) return 'other-call';
    if (asked.answered) return 'answered-before';
    if (!spend(answer.nonce)) return 'nonce-used';
    asked.answered = true;
    return null;
  };

  return (conversation, event) => {
    switch (event.type) {
      case 'step.accepted':
        for (const call of event.calls) calls.add(digest(conversation, call.requestId, call.toolName));
        return null;
      case 'approval.requested': {
        const { request } = event;
        const key = digest(conversation, request.approvalId);
        if (!questions.has(key)) questions.set(key, askedBy(request));
        return null;
      }
      case 'approval.endorsed':
        return decisionFault(conversation, event.signed.decision);
      case 'approval.decided': {
        const { decision } = event.signed;
        const fault = decisionFault(conversation, decision);
        const asked = questions.get(digest(conversation, decision.approvalId));
        if (fault === null && asked !== undefined) asked.answered = true;
        return fault;
      }
      case 'elicitation.asked': {
        const { asked } = event;
        const key = digest(conversation, asked.approvalId);
        if (!questions.has(key)) questions.set(key, { question: questionAsked(asked), effective: '', answered: false });
        return null;
      }
      case 'elicitation.answered':
        return answerFault(conversation, event.signed.answer);
      case 'mutation.recorded': {
        const { mutation } = event.signed;
        if (!calls.has(digest(conversation, mutation.requestId, mutation.toolName))) return 'nothing-asked';
        return spend(mutation.nonce) ? null : 'nonce-used';
      }
      case 'grant.revoked': {
        const { revocation } = event.signed;
        if (!questions.has(digest(conversation, revocation.grant))) return 'nothing-asked';
        return spend(revocation.nonce) ? null : 'nonce-used';
      }
      default:
        return null;
    }
  };
}

const askedBy = (request: ApprovalRequest): Asked => ({
  question: questionOf({
    ...request,
    turn: request.turnId,
    ...request.call,
    proposedArgsJson: request.call.argsJson,
    coveredCapabilities: request.missing,
  }),
  effective: effectiveOf(request),
  answered: false,
});

type Question = Pick<
  Decision,
  'turn' | 'requestId' | 'toolName' | 'toolDefHash' | 'proposedArgsJson' | 'principal' | 'coveredCapabilities'
>;

const questionOf = (q: Question): string =>
  digest(
    q.turn,
    q.requestId,
    q.toolName,
    q.toolDefHash,
    q.proposedArgsJson,
    q.principal.team,
    q.principal.user,
    ...[...q.coveredCapabilities].sort(),
  );

const effectiveOf = (what: Pick<Decision, 'effectiveArgsJson' | 'injectedContext'>): string =>
  digest(what.effectiveArgsJson, what.injectedContext);
