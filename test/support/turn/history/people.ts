import type { Approval } from '../../../../src/domain/approvals.ts';
import { pendingApprovals } from '../../../../src/domain/approvals.ts';
import type { DecisionKind, SignedDecision } from '../../../../src/domain/decision.ts';
import type { CallResult, DomainEvent, ResultOutcome } from '../../../../src/domain/event.ts';
import { turnId } from '../../../../src/domain/ids.ts';
import { openCalls } from '../../../../src/domain/transcript.ts';
import { alice, bob } from '../a-turn.ts';
import { append, here, type World } from './world.ts';

/** A few moves: many grants expire while calls still come. */
const GRANT_TTL_MS = 15;

/** Alice speaks. While her turn waits, her new words cancel what it waits for. */
export function speak(world: World): void {
  const messageId = `m${world.nextId++}`;
  const text = `message ${messageId}`;
  const superseded = pendingApprovals(world.now.approvals).map(
    ({ request }): DomainEvent => ({ type: 'approval.superseded', approvalId: request.approvalId, messageId }),
  );
  append(world, [
    { type: 'message.received', messageId, author: alice, text, addressed: true, persona: null },
    ...superseded,
    ...(world.now.status.kind === 'paused' ? closing(world, 'cancelled') : []),
  ]);
}

/** Somebody else speaks; nothing is cancelled and nothing is asked. */
export function chat(world: World): void {
  const messageId = `m${world.nextId++}`;
  append(world, [{ type: 'message.received', messageId, author: bob, text: 'hm', addressed: false, persona: null }]);
}

export function decide(world: World, kind: DecisionKind): void {
  const approval = anyPending(world);
  if (approval === undefined) return;
  append(world, [{ type: 'approval.decided', signed: signed(world, approval, kind) }]);
}

export function expire(world: World): void {
  const approval = anyPending(world);
  if (approval === undefined) return;
  const { approvalId, call } = approval.request;
  append(world, [
    { type: 'approval.expired', approvalId },
    { type: 'tool.completed', turnId: turn(world), result: resultFor(call.requestId, call.toolName, 'expired') },
  ]);
}

export function revoke(world: World): void {
  const grants = [...world.now.grants.values()];
  const grant = grants[world.tape.choose(Math.max(1, grants.length))];
  if (grant === undefined) return;
  const revocation = { conversation: here, grant: grant.id, by: alice, at: world.clock, nonce: `n${world.nextId++}` };
  append(world, [{ type: 'grant.revoked', signed: { version: 1, revocation, signature: { kid: 'k', value: 's' } } }]);
}

/** A person says whether a call of a dead process ran. */
export function answerOutcome(world: World): void {
  const asked = [...world.now.approvals.dispatches.values()].find(({ question, answer }) => question && !answer);
  if (asked?.question == null) return;
  const answer = (['ran', 'run-again', 'give-up'] as const)[world.tape.choose(3)] ?? 'ran';
  const { question: approvalId, requestId } = asked;
  append(world, [{ type: 'outcome.answered', approvalId, requestId, answer, by: alice }]);
}

const anyPending = (world: World): Approval | undefined => {
  const pending = pendingApprovals(world.now.approvals);
  return pending[world.tape.choose(Math.max(1, pending.length))];
};

const turn = ({ now }: World) => (now.status.kind === 'idle' ? turnId('none') : now.status.turnId);

function closing(world: World, outcome: ResultOutcome): readonly DomainEvent[] {
  return openCalls(world.now.transcript).map(({ requestId, toolName }) => ({
    type: 'tool.completed',
    turnId: turn(world),
    result: resultFor(requestId, toolName, outcome),
  }));
}

const resultFor = (requestId: CallResult['requestId'], toolName: string, outcome: ResultOutcome): CallResult => ({
  requestId,
  toolName,
  outcome,
  text: outcome,
  quarantined: false,
});

/** What an edit makes of any proposal here. */
export const EDITED_ARGS = '{"x":9}';

function signed(world: World, { request }: Approval, kind: DecisionKind): SignedDecision {
  const { approvalId, call, toolDefHash, missing, injectedContext } = request;
  return {
    version: 1,
    signature: { kid: 'k', value: 's' },
    decision: {
      enterprise: null,
      team: 'T1',
      conversation: here,
      turn: request.turnId,
      approvalId,
      requestId: call.requestId,
      toolName: call.toolName,
      toolDefHash,
      proposedArgsJson: call.argsJson,
      effectiveArgsJson: kind === 'approve-edited' ? EDITED_ARGS : request.effectiveArgsJson,
      injectedContext,
      decision: kind,
      coveredCapabilities: missing,
      grantExpiresAt: kind === 'approve-and-remember' ? world.clock + GRANT_TTL_MS : null,
      reason: null,
      approver: alice,
      principal: alice,
      card: { channel: 'C1', message: '1.1' },
      issuedAt: world.clock,
      expiresAt: request.expiresAt,
      nonce: `n${world.nextId++}`,
    },
  };
}
