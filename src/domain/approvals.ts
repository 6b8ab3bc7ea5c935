import type { CardRef, SignedDecision } from './decision.ts';
import { isApproval } from './decision.ts';
import type { EffectKind } from './effect.ts';
import type { ApprovalRequest, DispatchGround, OutcomeAnswer, ResultOutcome, StoredEvent } from './event.ts';
import type { ApprovalId, RequestId } from './ids.ts';
import type { Person } from './person.ts';
import { personKey } from './person.ts';

/** Where one question stands. Every settled kind is final. */
export type ApprovalStatus =
  | { readonly kind: 'pending' }
  | { readonly kind: 'approved'; readonly signed: SignedDecision }
  | { readonly kind: 'denied'; readonly signed: SignedDecision }
  | { readonly kind: 'expired' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'cancelled'; readonly by: Person | null; readonly because: string };

export interface Approval {
  readonly request: ApprovalRequest;
  status: ApprovalStatus;
  /** Copies of the card, first posted first. */
  cards: CardRef[];
  /** Approvals so far where several people must agree. */
  endorsements: SignedDecision[];
  expiresAt: number;
  remindedAt: number | null;
  escalatedAt: number | null;
  settledAt: number | null;
}

/** What happened to one occurrence of a call after it was let through. */
export interface Dispatch {
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly effectiveArgsJson: string;
  readonly toolDefHash: string;
  readonly effect: EffectKind;
  readonly idempotencyKey: string;
  readonly ground: DispatchGround;
  epoch: number;
  attempts: number;
  outcome: ResultOutcome | null;
  /** The card that asks whether it ran, once one was raised, and what people said. */
  question: ApprovalId | null;
  answer: { readonly kind: OutcomeAnswer; readonly by: Person } | null;
}

/** A question whether a call ran, and what became of it. A call run again may be asked about again. */
export interface RunQuestion {
  readonly requestId: RequestId;
  readonly toolName: string;
  readonly effectiveArgsJson: string;
  readonly askedAt: number;
  answer: { readonly kind: OutcomeAnswer; readonly by: Person } | null;
  /** What the model was told in the end; set while unanswered when the call was closed without an answer. */
  outcome: ResultOutcome | null;
}

export interface ApprovalsState {
  readonly approvals: Map<ApprovalId, Approval>;
  readonly byRequest: Map<RequestId, ApprovalId>;
  readonly dispatches: Map<RequestId, Dispatch>;
  readonly questions: Map<ApprovalId, RunQuestion>;
  readonly results: Map<RequestId, ResultOutcome>;
  readonly nonces: Set<string>;
  /** Decisions that answered nothing: no writer of ours makes one. */
  readonly strays: Rejection[];
  /** Keys of the rejections that are in the log. */
  readonly rejected: Set<string>;
}

/** A decision in the log that does not count, who is said to have made it, and why. */
export interface Rejection {
  readonly approvalId: ApprovalId;
  readonly person: Person;
  readonly because: string;
}

export const rejectionKey = ({ approvalId, because }: Pick<Rejection, 'approvalId' | 'because'>): string =>
  JSON.stringify([approvalId, because]);

export const emptyApprovals = (): ApprovalsState => ({
  approvals: new Map(),
  byRequest: new Map(),
  dispatches: new Map(),
  questions: new Map(),
  results: new Map(),
  nonces: new Set(),
  strays: [],
  rejected: new Set(),
});

/** Takes one event into the fold. A second answer to a settled question, or a nonce seen before, changes nothing. */
export function evolveApprovals(state: ApprovalsState, { at, event }: StoredEvent): void {
  switch (event.type) {
    case 'approval.requested': {
      const { request } = event;
      if (state.approvals.has(request.approvalId)) return;
      state.byRequest.set(request.call.requestId, request.approvalId);
      state.approvals.set(request.approvalId, {
        request,
        status: { kind: 'pending' },
        cards: [],
        endorsements: [],
        expiresAt: request.expiresAt,
        remindedAt: null,
        escalatedAt: null,
        settledAt: null,
      });
      return;
    }
    case 'card.posted':
      state.approvals.get(event.approvalId)?.cards.push(event.card);
      return;
    case 'approval.endorsed': {
      const approval = answered(state, event.signed);
      if (approval === undefined) return;
      if (!hasEndorsed(approval, event.signed.decision.approver)) approval.endorsements.push(event.signed);
      return;
    }
    case 'approval.decided': {
      const kind = isApproval(event.signed.decision.decision) ? 'approved' : 'denied';
      settle(answered(state, event.signed), { kind, signed: event.signed }, at);
      return;
    }
    case 'approval.expired':
      settle(pending(state, event.approvalId), { kind: 'expired' }, at);
      return;
    case 'approval.superseded':
      settle(pending(state, event.approvalId), { kind: 'superseded' }, at);
      return;
    case 'approval.cancelled':
      settle(pending(state, event.approvalId), { kind: 'cancelled', by: event.by, because: event.because }, at);
      return;
    case 'approval.extended': {
      const approval = pending(state, event.approvalId);
      if (approval !== undefined) approval.expiresAt = event.expiresAt;
      return;
    }
    case 'approval.reminded': {
      const approval = pending(state, event.approvalId);
      if (approval !== undefined) approval.remindedAt = at;
      return;
    }
    case 'approval.escalated': {
      const approval = pending(state, event.approvalId);
      if (approval !== undefined) approval.escalatedAt = at;
      return;
    }
    case 'tool.dispatched': {
      const { requestId, toolName } = event.call;
      const before = state.dispatches.get(requestId);
      const { effectiveArgsJson, toolDefHash, effect, idempotencyKey, ground, epoch } = event;
      state.dispatches.set(requestId, {
        requestId,
        toolName,
        effectiveArgsJson,
        toolDefHash,
        effect,
        idempotencyKey,
        ground,
        epoch,
        attempts: (before?.attempts ?? 0) + 1,
        outcome: null,
        question: null,
        answer: null,
      });
      return;
    }
    case 'tool.completed': {
      const { requestId, outcome } = event.result;
      if (state.results.has(requestId)) return;
      state.results.set(requestId, outcome);
      const dispatch = state.dispatches.get(requestId);
      if (dispatch === undefined) return;
      dispatch.outcome = outcome;
      const question = dispatch.question === null ? undefined : state.questions.get(dispatch.question);
      if (question !== undefined) question.outcome = outcome;
      return;
    }
    case 'decision.rejected':
      state.rejected.add(rejectionKey(event));
      return;
    case 'outcome.questioned': {
      const dispatch = state.dispatches.get(event.requestId);
      if (dispatch === undefined) return;
      dispatch.question = event.approvalId;
      const { requestId, toolName, effectiveArgsJson } = dispatch;
      const question = { requestId, toolName, effectiveArgsJson, askedAt: at, answer: null, outcome: null };
      state.questions.set(event.approvalId, question);
      return;
    }
    case 'outcome.answered': {
      const dispatch = state.dispatches.get(event.requestId);
      if (dispatch?.question === event.approvalId && dispatch.answer === null) {
        dispatch.answer = { kind: event.answer, by: event.by };
        const question = state.questions.get(event.approvalId);
        if (question !== undefined) question.answer = dispatch.answer;
      }
      return;
    }
    default:
      return;
  }
}

export const pendingApprovals = (state: ApprovalsState): readonly Approval[] =>
  [...state.approvals.values()].filter((approval) => approval.status.kind === 'pending');

export const hasEndorsed = (approval: Approval, person: Person): boolean =>
  approval.endorsements.some(({ decision }) => personKey(decision.approver) === personKey(person));

function pending(state: ApprovalsState, id: ApprovalId): Approval | undefined {
  const approval = state.approvals.get(id);
  return approval?.status.kind === 'pending' ? approval : undefined;
}

function settle(approval: Approval | undefined, status: ApprovalStatus, at: number): void {
  if (approval === undefined) return;
  approval.status = status;
  approval.settledAt = at;
}

/** The open question a decision answers, with its nonce spent; undefined, and noted, where it answers none. */
function answered(state: ApprovalsState, { decision }: SignedDecision): Approval | undefined {
  const { approvalId, approver: person, nonce } = decision;
  const approval = pending(state, approvalId);
  const isFresh = !state.nonces.has(nonce);
  if (approval !== undefined && isFresh) {
    state.nonces.add(nonce);
    return approval;
  }
  const asked = state.approvals.has(approvalId) ? 'answered-before' : 'nothing-asked';
  state.strays.push({ approvalId, person, because: isFresh ? asked : 'nonce-used' });
  return undefined;
}
