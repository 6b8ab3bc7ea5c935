import type { Approval, Dispatch } from '../../../../src/domain/approvals.ts';
import { callKey } from '../../../../src/domain/call.ts';
import { allCapabilities } from '../../../../src/domain/capability.ts';
import type { DomainEvent } from '../../../../src/domain/event.ts';
import { approvalId, type TurnId, turnId } from '../../../../src/domain/ids.ts';
import { taintFor } from '../../../../src/domain/taint.ts';
import { transcriptFor } from '../../../../src/domain/transcript.ts';
import type {
  ApprovalOverride,
  ApprovedCall,
  Authority,
  DeniedCall,
  SessionGrant,
} from '../../../../src/turn/authority.ts';
import type { TurnJournal } from '../../../../src/turn/journal.ts';
import { loopConfig } from '../../../../src/turn/loop-config.ts';
import { turnOptions } from '../../../../src/turn/options.ts';
import type { PendingApproval, TurnResult } from '../../../../src/turn/result.ts';
import { runTurn } from '../../../../src/turn/run-turn.ts';
import { alice } from '../a-turn.ts';
import { toolboxOf } from '../tools.ts';
import { Violation } from './check.ts';
import { historyModel } from './model.ts';
import { decide, revoke } from './people.ts';
import { toolsOf } from './tools.ts';
import { append, here, type World } from './world.ts';

const neverAborted = new AbortController().signal;
const noTimer = (): (() => void) => () => {};

/** One claim of the conversation: a turn over a fresh fold, and how it ended. Nothing to do is nothing done. */
export async function work(world: World): Promise<void> {
  const { status, transcript } = world.now;
  // A running turn is taken over as it is; new words wait for the next one.
  const takes = status.kind === 'running' ? [] : [...transcript.waiting.keys()];
  const asked = [...transcript.waiting.values()].some(({ addressed }) => addressed);
  if ((status.kind === 'idle' || status.kind === 'failed') && !asked) return;

  world.epoch += 1;
  const turn = turnId(`turn-${world.epoch}`);
  append(world, [{ type: 'turn.started', turnId: turn, principal: alice, takes, epoch: world.epoch, persona: null }]);
  const result = await runTurn(historyModel(world), toolboxOf(...toolsOf(world)), transcriptNow(world), {
    ...optionsOf(world, turn),
    ...authorityOf(world),
  });
  append(world, conclusionOf(world, turn, result));
}

const transcriptNow = ({ now }: World) => transcriptFor(now.transcript, alice);

function optionsOf(world: World, turn: TurnId) {
  const unfinished = [...world.now.approvals.dispatches].filter(([, dispatch]) => dispatch.outcome === null);
  const loop = loopConfig({
    maximumIterationsPerRequest: 3,
    maximumConsecutiveErrorsPerRequest: 1,
    disableApprovalNotRequiredFunctionBypassing: world.tape.choose(4) === 1,
    allowConcurrentInvocations: world.tape.choose(4) === 1,
  });
  const fresh = (): string => `id${world.nextId++}`;
  return turnOptions({
    conversation: here,
    turnId: turn,
    principal: alice,
    epoch: world.epoch,
    ids: { uuid: fresh, token: fresh },
    clock: { now: () => world.clock },
    journal: journalOf(world),
    signal: neverAborted,
    startTimer: noTimer,
    system: '',
    baseCapabilities: allCapabilities,
    usedRequestIds: new Set(world.now.requestIds),
    unfinished: new Map(
      unfinished.map(([id, dispatch]) => [id, { ...dispatch, approved: approvalOf(world, dispatch) }]),
    ),
    loop,
  });
}

/** The approval a call was started under, unless a person said that it did not run: then it must serve anew. */
function approvalOf({ now }: World, { ground, answer, toolDefHash }: Dispatch): ApprovedCall | null {
  if (ground.kind !== 'approved' || answer !== null) return null;
  const request = now.approvals.approvals.get(ground.approvalId)?.request;
  if (request === undefined) return null;
  return { approvalId: ground.approvalId, toolDefHash, covered: new Set(request.missing) };
}

/** Appends to the world; now and then a person gets in before an intent, and the turn has to judge again. */
function journalOf(world: World): TurnJournal {
  return {
    async commit(facts) {
      append(world, facts);
    },
    async dispatch(intent, before) {
      const seen = world.log.length;
      const meddling = world.tape.choose(12);
      if (meddling === 1) decide(world, 'approve');
      if (meddling === 2) decide(world, 'deny');
      if (meddling === 3) revoke(world);
      if (world.log.length > seen) return { kind: 'changed', authority: authorityOf(world) };
      append(world, [...before, intent]);
      return { kind: 'recorded' };
    },
  };
}

function authorityOf(world: World): Authority {
  const approvedCallIds = new Map<string, ApprovedCall>();
  const approvedOverrides = new Map<string, ApprovalOverride>();
  const deniedCallIds = new Map<string, DeniedCall>();
  const openApprovals = new Map<string, PendingApproval>();
  for (const approval of questionsOf(world)) {
    const { request, status } = approval;
    const key = callKey(request.call);
    const { approvalId: id, toolDefHash, missing, call } = request;
    if (status.kind === 'pending') openApprovals.set(key, { ...request, ...call, missingCapabilities: missing });
    if (status.kind === 'denied') deniedCallIds.set(key, { approvalId: id, reason: null });
    if (status.kind !== 'approved') continue;
    approvedCallIds.set(key, { approvalId: id, toolDefHash, covered: new Set(missing) });
    const { effectiveArgsJson, injectedContext } = status.signed.decision;
    approvedOverrides.set(key, { modifiedArgsJson: effectiveArgsJson, injectedContext });
  }
  return {
    approvedCallIds,
    approvedOverrides,
    deniedCallIds,
    openApprovals,
    sessionApprovedTools: grantsOf(world),
    untrustedContextSeed: taintFor(world.now.taint, alice),
  };
}

/** The newest question of every call without a result; one whose answer let the call start is used up. */
function questionsOf({ now: { approvals } }: World): readonly Approval[] {
  return [...approvals.byRequest].flatMap(([request, id]) => {
    const { ground, answer } = approvals.dispatches.get(request) ?? neverStarted;
    const isSpent = ground.kind === 'approved' && ground.approvalId === id && answer?.kind !== 'run-again';
    return isSpent || approvals.results.has(request) ? [] : (approvals.approvals.get(id) ?? []);
  });
}

const neverStarted: Pick<Dispatch, 'ground' | 'answer'> = { ground: { kind: 'ungated' }, answer: null };

function grantsOf(world: World): Map<string, SessionGrant[]> {
  const byTool = new Map<string, SessionGrant[]>();
  for (const grant of world.now.grants.values()) {
    // Expired ones are handed over too: the gate has a clock of its own.
    if (grant.revokedAt !== null) continue;
    byTool.set(grant.toolName, [
      ...(byTool.get(grant.toolName) ?? []),
      { ...grant, grant: grant.id, givenClean: false },
    ]);
  }
  return byTool;
}

function conclusionOf(world: World, turn: TurnId, result: TurnResult): readonly DomainEvent[] {
  switch (result.kind) {
    case 'finished':
      return [{ type: 'turn.finished', turnId: turn, end: result.end }];
    case 'failed': {
      // The model is where requests are checked; a fault found there must not pass for a failing provider.
      const violation = result.failure.errors.find((error) => error instanceof Violation);
      if (violation !== undefined) throw violation;
      return [{ type: 'turn.failed', turnId: turn, failure: result.failure }];
    }
    case 'stopped':
      return [{ type: 'turn.stopped', turnId: turn, by: null }];
    case 'paused':
      return [
        ...result.pendingApprovals
          .filter((pending) => !world.now.approvals.approvals.has(pending.approvalId))
          .map((pending) => asked(world, pending)),
        ...result.outcomeQuestions
          .filter(({ question }) => question === null)
          .map(
            ({ requestId, toolName }): DomainEvent => ({
              type: 'outcome.questioned',
              approvalId: approvalId(`q${world.nextId++}`),
              requestId,
              toolName,
            }),
          ),
        { type: 'turn.paused', turnId: turn, approvals: result.pendingApprovals.map((pending) => pending.approvalId) },
      ];
  }
}

function asked(world: World, pending: PendingApproval): DomainEvent {
  const { requestId, toolName, argsJson, missingCapabilities: missing, ...shown } = pending;
  return {
    type: 'approval.requested',
    request: {
      ...shown,
      call: { requestId, toolName, argsJson },
      missing,
      principal: alice,
      approvers: { users: [], groups: [], channels: [], requester: true, quorum: 1, notRequester: false },
      grantBy: 'requester',
      grantTtlMs: 50,
      requestedAt: world.clock,
      expiresAt: world.clock + 1_000,
      remindAt: null,
      escalateTo: null,
    },
  };
}
