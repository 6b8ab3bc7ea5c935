import { canonicalText } from '../../../../src/domain/canonical-json.ts';
import { type Capability, covers } from '../../../../src/domain/capability.ts';
import { type Decision, isApproval } from '../../../../src/domain/decision.ts';
import type { EventOf, EventType, StoredEvent } from '../../../../src/domain/event.ts';
import type { ApprovalId, RequestId } from '../../../../src/domain/ids.ts';
import type { ModelRequest } from '../../../../src/ports/model.ts';
import { orphanedResults } from '../../../../src/turn/step/orphaned-results.ts';
import { CACHEABLE, definitionOf, EGRESS, GATED, VETOED_ARGS } from './tools.ts';
import type { Effect, World } from './world.ts';

/** A history in which something happened that must never happen. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what);
}

/** Everything the strictest provider asks of a request, and nothing in it that is not in the log. */
export function checkRequest({ log }: World, { messages }: ModelRequest): void {
  const orphan = orphanedResults(messages);
  must(orphan === null, `the transcript ${orphan}`);
  const texts = new Map(all(log, 'tool.completed').map(({ result }) => [result.requestId, result.text]));
  const seen = new Set<RequestId>();
  for (const message of messages) {
    if (message.kind === 'assistant') {
      must(message.text !== '' || message.calls.length > 0, 'an empty message was sent');
      for (const { requestId } of message.calls) {
        must(!seen.has(requestId), `the request id ${requestId} names two calls`);
        seen.add(requestId);
      }
    }
    if (message.kind !== 'results') continue;
    for (const { requestId, text } of message.results) {
      must(texts.get(requestId) === text, 'the model read a result that is not in the log');
    }
  }
}

/** Whether this effect was allowed to happen, told from the log alone and not by the code under test. */
export function checkEffect(world: World, effect: Effect): void {
  const { requestId, idempotencyKey } = effect.context;
  const before = world.log.slice(0, effect.after);
  const intents = all(before, 'tool.dispatched').filter(({ call }) => call.requestId === requestId);
  const intent = intents.at(-1);
  must(intent !== undefined, 'a tool ran without an intent in the log');
  must(canonicalText(effect.args) === intent.effectiveArgsJson, 'a tool got other arguments than the intent names');
  must(
    intents.every(
      (other) => (other.effectiveArgsJson === intent.effectiveArgsJson) === (other.idempotencyKey === idempotencyKey),
    ),
    'a repetition had another key, or other arguments the same one',
  );
  must(!before.some(({ event }) => isResultOf(event, requestId)), 'a call ran that had a result');

  const earlier = world.effects.filter((other) => other !== effect && other.context.requestId === requestId);
  const again = all(before, 'outcome.answered').filter((a) => a.requestId === requestId && a.answer === 'run-again');
  const ranBefore = earlier.filter(({ after }) => after < effect.after).length;
  must(intent.effect !== 'once' || ranBefore <= again.length, 'a tool that runs once ran twice');
  const isVetoed = effect.tool === 'pay' && world.toolVersion > 1 && intent.effectiveArgsJson === VETOED_ARGS;
  must(!isVetoed, 'a vetoed call ran');
  checkGround(world, before, intent);
}

function checkGround(world: World, before: readonly StoredEvent[], intent: EventOf<'tool.dispatched'>): void {
  const { toolName } = intent.call;
  const at = before.findLastIndex(({ event }) => event === intent);
  const log = before.slice(0, at);
  const missing = missingFor(log, toolName);
  switch (intent.ground.kind) {
    case 'ungated':
      must(!GATED.has(toolName), 'a gated tool ran unasked');
      must(missing.size === 0, 'a tool ran unasked that lacked a capability');
      return;
    case 'approved': {
      const decision = decisionOn(log, intent.ground.approvalId);
      must(
        decision.toolName === toolName && decision.requestId === intent.call.requestId,
        'an approval served another call',
      );
      must(decision.proposedArgsJson === intent.call.argsJson, 'an approval served other arguments');
      must(
        intent.effectiveArgsJson === (decision.effectiveArgsJson ?? intent.call.argsJson),
        'an edit was not applied',
      );
      must(decision.toolDefHash === intent.toolDefHash, 'an approval served another definition');
      const covered = new Set(decision.coveredCapabilities);
      must(covers(covered, missing), 'an approval served more than its card showed');
      return;
    }
    case 'granted': {
      const decision = decisionOn(log, intent.ground.grant);
      must(decision.decision === 'approve-and-remember' && CACHEABLE.has(toolName), 'a grant came from nowhere');
      must(decision.toolName === toolName, 'a grant served another tool');
      must(decision.toolDefHash === definitionOf(world, toolName), 'a grant served another definition');
      must(covers(new Set(decision.coveredCapabilities), missing), 'a grant covered less than was missing');
      const revoked = all(log, 'grant.revoked').some(({ signed }) => signed.revocation.grant === decision.approvalId);
      must(!revoked, 'a revoked grant served');
      must((before[at]?.at ?? 0) < (decision.grantExpiresAt ?? 0), 'an expired grant served');
      return;
    }
  }
}

/** The one approval of this question; nothing that settled it otherwise may stand before it. */
function decisionOn(log: readonly StoredEvent[], id: ApprovalId): Decision {
  const settled = log.find(
    ({ event }) =>
      (event.type === 'approval.decided' && event.signed.decision.approvalId === id) ||
      ((event.type === 'approval.expired' ||
        event.type === 'approval.superseded' ||
        event.type === 'approval.cancelled') &&
        event.approvalId === id),
  );
  must(settled?.event.type === 'approval.decided', 'a call ran on a question that was not decided');
  const { decision } = settled.event.signed;
  must(isApproval(decision.decision), 'a denied call ran');
  return decision;
}

function missingFor(log: readonly StoredEvent[], toolName: string): ReadonlySet<Capability> {
  const tainted = all(log, 'tool.completed').some(({ result }) => result.quarantined);
  if (!tainted) return new Set();
  if (toolName === EGRESS) return new Set(['arbitrary-egress']);
  return toolName === 'pay' ? new Set(['mutate-external']) : new Set();
}

const isResultOf = (event: StoredEvent['event'], requestId: RequestId): boolean =>
  event.type === 'tool.completed' && event.result.requestId === requestId;

export function all<T extends EventType>(log: readonly StoredEvent[], type: T): EventOf<T>[] {
  return log.flatMap(({ event }) => (isOf(event, type) ? [event] : []));
}

const isOf = <T extends EventType>(event: StoredEvent['event'], type: T): event is EventOf<T> => event.type === type;

/** What must hold of every log, whatever happened. */
export function checkLog({ log, effects }: World): void {
  const results = all(log, 'tool.completed').map(({ result }) => result.requestId);
  must(new Set(results).size === results.length, 'a call was given two results');
  const proposed = all(log, 'step.accepted').flatMap(({ calls }) => calls.map(({ requestId }) => requestId));
  must(new Set(proposed).size === proposed.length, 'a request id was used twice');
  const served = all(log, 'tool.dispatched').flatMap(({ ground, call }) =>
    ground.kind === 'approved' ? [`${ground.approvalId} ${call.requestId}`] : [],
  );
  const approvals = new Set(served.map((pair) => pair.split(' ')[0]));
  must(approvals.size === new Set(served).size, 'one approval served two calls');
  must(effects.length <= all(log, 'tool.dispatched').length, 'more ran than was written');
}
