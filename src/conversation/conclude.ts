import { readArguments } from '../domain/canonical-json.ts';
import type { ApprovalRequest, DomainEvent } from '../domain/event.ts';
import { approvalId, type TurnId } from '../domain/ids.ts';
import { owedAnswer } from '../domain/owed.ts';
import type { Person } from '../domain/person.ts';
import { treatmentOf } from '../domain/policy.ts';
import type { Clock } from '../ports/clock.ts';
import type { Directory } from '../ports/directory.ts';
import type { Ids } from '../ports/ids.ts';
import type { Places } from '../ports/places.ts';
import type { Answer, AnswerEnd } from '../ports/surface.ts';
import type { Claim } from '../ports/work-queue.ts';
import { TurnLost } from '../turn/journal.ts';
import type { PendingApproval, TurnResult } from '../turn/result.ts';
import type { Persona } from './persona.ts';
import type { Conversations } from './reader.ts';
import { isSharedNow } from './shared-place.ts';
import { stopped } from './stop.ts';

interface ConcludeDeps {
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly places: Places;
  readonly directory: Pick<Directory, 'isShared'>;
}

interface Ended {
  readonly claim: Claim;
  readonly turn: TurnId;
  readonly persona: Persona;
  readonly principal: Person;
  readonly result: TurnResult;
  readonly answer: Answer;
}

/**
 * Appends how a turn ended and ends its visible answer. A pause shows first and asks second: the stream is closed
 * before any card can be posted. Every other end is appended first, so that a crash in between cannot answer twice.
 */
export async function concludeTurn(deps: ConcludeDeps, ended: Ended): Promise<void> {
  const { result, answer } = ended;
  if (result.kind === 'paused') {
    await answer.end({ kind: 'paused' });
    await append(deps, ended);
    return;
  }
  await append(deps, ended);
  await answer.end(visibleEnd(result));
}

function visibleEnd(result: Exclude<TurnResult, { kind: 'paused' }>): AnswerEnd {
  switch (result.kind) {
    case 'finished':
    case 'stopped':
      return { kind: result.kind };
    case 'failed':
      return { kind: 'failed', retryable: result.failure.retryable };
  }
}

async function append(deps: ConcludeDeps, ended: Ended): Promise<void> {
  const { claim, turn, result } = ended;
  const asks = result.pendingApprovals.length > 0;
  const shared = asks ? await isSharedNow(deps.directory, deps.places.of(claim.conversation)) : null;
  const asked = result.pendingApprovals.map((pending) => requestOf(deps, ended, pending, shared));
  const questions = result.outcomeQuestions.map((question) => ({
    ...question,
    id: question.question ?? approvalId(deps.ids.token()),
  }));
  const changed = await deps.conversations.change(claim.conversation, (now) => {
    if (now.status.kind !== 'running' || now.status.turnId !== turn) throw new TurnLost('fenced');
    // It was broken off by something else than a person: it is not over.
    if (result.kind === 'stopped' && now.status.stopAsked === null) throw new TurnLost('fenced');
    const fresh = asked.filter(({ approvalId: id }) => !now.approvals.approvals.has(id));
    const raised = questions.filter(({ question }) => question === null);
    const paused: DomainEvent[] = [
      ...fresh.map((request): DomainEvent => ({ type: 'approval.requested', request })),
      ...raised.map(
        ({ id, requestId, toolName }): DomainEvent => ({
          type: 'outcome.questioned',
          approvalId: id,
          requestId,
          toolName,
        }),
      ),
      { type: 'turn.paused', turnId: turn, approvals: asked.map((request) => request.approvalId) },
    ];
    return {
      events: endEvents(now, result, turn, paused),
      options: { epoch: claim.epoch, owes: [{ key: owedAnswer(turn), conversation: now.id }] },
      result: null,
    };
  });
  if (changed.kind !== 'changed') throw new TurnLost('fenced');
}

function endEvents(
  now: Parameters<typeof stopped>[0],
  result: TurnResult,
  turn: TurnId,
  paused: readonly DomainEvent[],
): readonly DomainEvent[] {
  const stopAsked = now.status.kind === 'running' ? now.status.stopAsked : null;
  switch (result.kind) {
    case 'paused':
      // A stop that arrived while the turn was coming to its pause: nobody is asked any more.
      return stopAsked === null ? paused : stopped(now, turn, stopAsked);
    case 'finished':
      return [{ type: 'turn.finished', turnId: turn, end: result.end }];
    case 'failed': {
      const { kind, message } = result.failure;
      return [{ type: 'turn.failed', turnId: turn, failure: { kind, message } }];
    }
    case 'stopped':
      return stopped(now, turn, stopAsked);
  }
}

/** The question as it is asked: what the turn knows, and who may answer until when, by the policy of now. */
function requestOf(
  deps: ConcludeDeps,
  { persona, principal }: Ended,
  pending: PendingApproval,
  sharedWhenAsked: boolean | null,
): ApprovalRequest {
  const { toolName, argsJson, requestId, missingCapabilities, ...shown } = pending;
  const reading = readArguments(pending.effectiveArgsJson ?? argsJson);
  const treatment = treatmentOf(persona.policy, toolName, reading.kind === 'read' ? reading.value : {});
  const requestedAt = deps.clock.now();
  return {
    ...shown,
    call: { requestId, toolName, argsJson },
    missing: missingCapabilities,
    principal,
    approvers: treatment.approvers,
    grantBy: treatment.grantBy,
    grantTtlMs: treatment.grantTtlMs,
    sharedWhenAsked,
    requestedAt,
    expiresAt: requestedAt + treatment.expiresAfterMs,
    remindAt: treatment.remindAfterMs === null ? null : requestedAt + treatment.remindAfterMs,
    escalateTo: treatment.escalateTo,
  };
}
