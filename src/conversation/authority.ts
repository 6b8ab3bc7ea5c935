import type { Approval, Dispatch, Rejection } from '../domain/approvals.ts';
import { callKey } from '../domain/call.ts';
import { readArguments } from '../domain/canonical-json.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { SignedDecision } from '../domain/decision.ts';
import { isLive } from '../domain/grant.ts';
import { type Person, personKey, samePerson } from '../domain/person.ts';
import { type Policy, treatmentOf } from '../domain/policy.ts';
import { taintFor } from '../domain/taint.ts';
import type { Clock } from '../ports/clock.ts';
import type { Place } from '../ports/places.ts';
import type { ApprovalOverride, ApprovedCall, Authority, DeniedCall, SessionGrant } from '../turn/authority.ts';
import type { PendingApproval } from '../turn/result.ts';
import type { makeAuthorise } from './authorise.ts';
import type { VerifyDecision } from './verify.ts';

/** An approval serves until its card's deadline, or this long after it was given when that is later. */
const SERVES_AFTER_DECISION_MS = 15 * 60 * 1000;

export interface AuthorityDeps {
  readonly verify: VerifyDecision;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly clock: Clock;
}

export interface AuthorityReading {
  readonly authority: Authority;
  /** Decisions in the log that do not count, and why: forged, foreign, by someone who may not decide any more. */
  readonly rejected: readonly Rejection[];
}

/** Whether someone may still decide could not be found out: nothing runs until it can. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable';
}

/**
 * Folds what people decided into what a turn may do for `principal`: verified decisions by call identity, live
 * grants, open questions, taint. Everything is checked here again; being in the log is not enough.
 */
export async function readAuthority(
  deps: AuthorityDeps,
  now: Conversation,
  principal: Person,
  place: Place,
  policy: Pick<Policy, 'rules' | 'otherwise'>,
): Promise<AuthorityReading> {
  const approved = new Map<string, ApprovedCall>();
  const overrides = new Map<string, ApprovalOverride>();
  const denied = new Map<string, DeniedCall>();
  const open = new Map<string, PendingApproval>();
  const rejected: Rejection[] = [];
  const sessionApprovedTools = grantsFor(deps, now, principal, place, rejected);
  const untrustedContextSeed = taintFor(now.taint, principal);

  for (const approval of currentQuestions(now)) {
    const { request, status } = approval;
    const key = callKey(request.call);
    if (status.kind === 'pending') open.set(key, pendingOf(approval));
    if (status.kind !== 'approved' && status.kind !== 'denied') continue;
    const fault = await faultOf(deps, now, approval, status.signed, { place, policy });
    if (fault !== null) {
      rejected.push({ ...fault, approvalId: request.approvalId });
    } else if (status.kind === 'denied') {
      denied.set(key, { approvalId: request.approvalId, reason: status.signed.decision.reason });
    } else {
      const { decision } = status.signed;
      const { approvalId, toolDefHash, missing } = request;
      approved.set(key, {
        approvalId,
        toolDefHash,
        covered: new Set(missing),
        leavesSandbox: request.sandbox !== null,
      });
      if (decision.effectiveArgsJson !== null || decision.injectedContext !== null) {
        overrides.set(key, { modifiedArgsJson: decision.effectiveArgsJson, injectedContext: decision.injectedContext });
      }
    }
  }
  return {
    authority: {
      approvedCallIds: approved,
      approvedOverrides: overrides,
      deniedCallIds: denied,
      sessionApprovedTools,
      openApprovals: open,
      untrustedContextSeed,
    },
    rejected,
  };
}

/** The newest question of every call that has no result and was not let through by it yet, in the order they were asked. */
function currentQuestions({ approvals }: Conversation): readonly Approval[] {
  return [...approvals.byRequest].flatMap(([requestId, id]) => {
    const approval = approvals.approvals.get(id);
    if (approval === undefined || approvals.results.has(requestId)) return [];
    return isSpent(approvals.dispatches.get(requestId), approval) ? [] : [approval];
  });
}

/**
 * An approval is used up by the dispatch it let through, unless a person has said since that it did not run. Where
 * several had to agree, one person's word does not run it again: it is asked anew.
 */
function isSpent(dispatch: Dispatch | undefined, { request }: Approval): boolean {
  if (dispatch?.ground.kind !== 'approved' || dispatch.ground.approvalId !== request.approvalId) return false;
  return dispatch.answer?.kind !== 'run-again' || request.approvers.quorum > 1;
}

async function faultOf(
  deps: AuthorityDeps,
  now: Conversation,
  approval: Approval,
  signed: SignedDecision,
  { place, policy }: { readonly place: Place; readonly policy: Pick<Policy, 'rules' | 'otherwise'> },
): Promise<Omit<Rejection, 'approvalId'> | null> {
  const votes = signed.decision.decision === 'deny' ? [signed] : [...approval.endorsements, signed];
  const servesUntil = Math.max(signed.decision.expiresAt, signed.decision.issuedAt + SERVES_AFTER_DECISION_MS);
  const { approver } = signed.decision;
  if (deps.clock.now() >= servesUntil) return { person: approver, because: 'decision-expired' };
  const people = new Set<string>();
  for (const vote of votes) {
    const fault = deps.verify(vote, approval, now.id, place) ?? (await standing(deps, approval, vote, place, policy));
    if (fault !== null) return { person: vote.decision.approver, because: fault };
    people.add(personKey(vote.decision.approver));
  }
  const needed = signed.decision.decision === 'deny' ? 1 : approval.request.approvers.quorum;
  return people.size >= needed ? null : { person: approver, because: 'quorum-not-met' };
}

/** Whether who approved may still do so: by the card's rule, and for an edit by the rule of what it made. */
async function standing(
  deps: AuthorityDeps,
  { request }: Approval,
  { decision }: SignedDecision,
  place: Place,
  policy: Pick<Policy, 'rules' | 'otherwise'>,
): Promise<string | null> {
  if (decision.decision === 'deny') return null;
  const { approver: person, effectiveArgsJson } = decision;
  const edited = decision.decision === 'approve-edited' ? readArguments(effectiveArgsJson ?? '') : null;
  const rules = [
    request.approvers,
    ...(edited?.kind === 'read' ? [treatmentOf(policy, decision.toolName, edited.value).approvers] : []),
  ];
  for (const rule of rules) {
    const refusal = await deps.authorise({ rule, person, principal: request.principal, place, approves: request });
    if (refusal === 'lookup-failed') throw new DirectoryUnavailable('the approver cannot be checked now');
    if (refusal !== null) return refusal;
  }
  return null;
}

function grantsFor(
  deps: AuthorityDeps,
  now: Conversation,
  principal: Person,
  place: Place,
  rejected: Rejection[],
): Map<string, SessionGrant[]> {
  const byTool = new Map<string, SessionGrant[]>();
  const at = deps.clock.now();
  for (const grant of now.grants.values()) {
    const born = now.approvals.approvals.get(grant.id);
    if (born === undefined || !isLive(grant, at) || !samePerson(grant.holder, principal)) continue;
    if (!born.request.cacheable) continue;
    const fault = deps.verify(grant.signed, born, now.id, place);
    if (fault !== null) {
      rejected.push({ approvalId: grant.id, person: grant.signed.decision.approver, because: fault });
      continue;
    }
    const { id, covered, toolDefHash, expiresAt, toolName } = grant;
    const givenClean = born.request.taint === null;
    byTool.set(toolName, [...(byTool.get(toolName) ?? []), { grant: id, covered, givenClean, toolDefHash, expiresAt }]);
  }
  return byTool;
}

function pendingOf({ request }: Approval): PendingApproval {
  const { requestId, toolName, argsJson } = request.call;
  return { ...request, requestId, toolName, argsJson, missingCapabilities: request.missing };
}
