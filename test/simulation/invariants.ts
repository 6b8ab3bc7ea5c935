import { callKey } from '../../src/domain/call.ts';
import type { Capability } from '../../src/domain/capability.ts';
import { type Conversation, fold } from '../../src/domain/conversation.ts';
import { decisionBytesV1, isApproval, type SignedDecision } from '../../src/domain/decision.ts';
import type { EventOf, StoredEvent } from '../../src/domain/event.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { samePerson } from '../../src/domain/person.ts';
import { taintFor } from '../../src/domain/taint.ts';
import { ed25519Verifier } from '../../src/platform/ed25519.ts';
import { keyring } from '../support/conversation.ts';
import { CANARY, type Execution, SIM_TOOLS } from './tools.ts';
import { transcriptFaults } from './transcript-faults.ts';
import { CONVERSATIONS, type World } from './world.ts';

/**
 * Every way in which the world breaks a promise; empty when all invariants hold. Reads only logs and executions.
 * What was found in order once stays so, since nothing past changes: only what is new since the last look is read.
 */
export function violations(world: World): string[] {
  const fresh = world.executions.slice(world.seen.executions);
  const changed = CONVERSATIONS.filter((id) => eventsOf(world, id).length !== world.seen.lengths.get(id));
  const faults = [
    ...fresh.flatMap((execution) => executionFaults(world, execution)),
    ...(fresh.length > 0 ? repeatFaults(world) : []),
    ...changed.flatMap((id) => logFaults(world, id, eventsOf(world, id))),
    ...world.logLines.filter((line) => line.includes(CANARY)).map(() => 'I10: a secret reached the log'),
    ...world.errors,
  ];
  world.seen.executions = world.executions.length;
  for (const id of changed) world.seen.lengths.set(id, eventsOf(world, id).length);
  return faults;
}

const eventsOf = (world: World, id: Conversation['id']): readonly StoredEvent[] =>
  world.disk.rows.get(id)?.events ?? [];

/** I1, I4, I7: what ran had an intent in the log, and the intent had a ground that an outsider can check. */
function executionFaults(world: World, execution: Execution): string[] {
  const id = conversationId(execution.conversation);
  const events = world.disk.rows.get(id)?.events ?? [];
  const intents = events
    .slice(0, execution.logLength)
    .filter((stored) => stored.event.type === 'tool.dispatched' && stored.event.call.requestId === execution.requestId);
  const stored = intents.at(-1);
  if (stored?.event.type !== 'tool.dispatched') return [`I6: ${execution.toolName} ran without an intent`];
  const intent = stored.event;
  const faults: string[] = [];
  if (intent.effectiveArgsJson !== execution.args) faults.push('I7: other arguments ran than were recorded');
  const before = fold(id, events.slice(0, stored.seq - 1));
  const ground = groundFault(world, before, intent, stored.at);
  if (ground !== null) faults.push(`I1: ${execution.toolName} (${intent.ground.kind}) ${ground}`);
  return faults;
}

/** Spelled out here, so that the rule is not checked against itself. */
const LOST_WHILE_TAINTED: readonly Capability[] = ['arbitrary-egress', 'mutate-external'];

function groundFault(
  world: World,
  before: Conversation,
  intent: EventOf<'tool.dispatched'>,
  at: number,
): string | null {
  const tool = SIM_TOOLS.find(({ name }) => name === intent.call.toolName);
  if (tool === undefined) return 'is no tool';
  if (tool.decision === 'deny') return 'is forbidden by policy';
  if (before.status.kind !== 'running') return 'ran outside a turn';
  const { principal } = before.status;
  const tainted = taintFor(before.taint, principal) !== null;
  const missing = tool.capabilities.filter((capability) => tainted && LOST_WHILE_TAINTED.includes(capability));
  const repeated = before.approvals.dispatches.get(intent.call.requestId);
  if (repeated !== undefined && tool.effect === 'once' && repeated.answer?.kind !== 'run-again')
    return 'was dispatched twice';
  switch (intent.ground.kind) {
    case 'ungated':
      return tool.decision === 'allow' && missing.length === 0 ? null : 'ran unasked';
    case 'granted': {
      const grant = before.grants.get(intent.ground.grant);
      if (grant === undefined) return 'had no grant';
      if (world.forged.has(grant.signed) || !isGenuine(grant.signed)) return 'had a forged grant';
      if (grant.revokedAt !== null) return 'had a revoked grant';
      if (grant.expiresAt <= at) return 'had an expired grant';
      if (!samePerson(grant.holder, principal)) return "used another person's grant";
      if (grant.toolName !== tool.name || !tool.cacheable) return 'had a grant for something else';
      return missing.every((capability) => grant.covered.has(capability)) ? null : 'had a grant that does not cover it';
    }
    case 'approved': {
      const approval = before.approvals.approvals.get(intent.ground.approvalId);
      if (approval?.status.kind !== 'approved') return `was not approved but ${approval?.status.kind}`;
      const { signed } = approval.status;
      if (world.forged.has(signed) || !isGenuine(signed)) return 'had a forged decision';
      if (!isApproval(signed.decision.decision)) return 'was denied';
      if (callKey(approval.request.call) !== callKey(intent.call)) return 'had a decision for another call';
      const args = signed.decision.effectiveArgsJson ?? signed.decision.proposedArgsJson;
      if (args !== intent.effectiveArgsJson) return 'ran other arguments than were signed';
      const shown = approval.request.missing;
      if (!missing.every((capability) => shown.includes(capability))) return 'needed more than its card showed';
      return (approval.settledAt ?? 0) < approval.expiresAt ? null : 'was decided too late';
    }
  }
}

/**
 * I3: a `once` tool runs at most once, unless a person said it had not; all others under one key, which stands for the
 * arguments as well: who changed them between two attempts asked for something else.
 */
function repeatFaults(world: World): string[] {
  const byCall = Map.groupBy(world.executions, ({ conversation, requestId }) => `${conversation} ${requestId}`);
  return [...byCall.values()].flatMap((runs) => {
    const [first] = runs;
    if (first === undefined) return [];
    const faults: string[] = [];
    const keys = Map.groupBy(runs, ({ args }) => args).values();
    if (keys.some((same) => new Set(same.map(({ key }) => key)).size > 1))
      faults.push('I3: one call ran under two keys');
    const events = world.disk.rows.get(conversationId(first.conversation))?.events ?? [];
    const again = events.filter(
      ({ event }) =>
        event.type === 'outcome.answered' && event.requestId === first.requestId && event.answer === 'run-again',
    ).length;
    const once = SIM_TOOLS.some(({ name, effect }) => name === first.toolName && effect === 'once');
    if (once && runs.length > 1 + again) faults.push(`I3: ${first.toolName} ran ${runs.length} times`);
    return faults;
  });
}

function logFaults(world: World, id: Conversation['id'], events: readonly StoredEvent[]): string[] {
  const faults: string[] = [];
  const decisions = new Set<string>();
  let epoch = 0;
  let sources = 0;
  const now = fold(id, []);
  events.forEach((stored, i) => {
    const { event } = stored;
    if (stored.seq !== i + 1) faults.push('I6: the log has a gap');
    if (event.type === 'approval.decided') {
      const { decision } = event.signed;
      if (decisions.has(decision.approvalId)) faults.push('I2: two decisions for one approval');
      decisions.add(decision.approvalId);
      const clicked = world.clicks.some(
        (click) =>
          click.approvalId === decision.approvalId &&
          click.user === decision.approver.user &&
          click.kind === decision.decision,
      );
      if (!clicked && !world.forged.has(event.signed)) faults.push('I8: a decision nobody clicked');
    }
    if (event.type === 'turn.started') {
      if (event.epoch < epoch) faults.push('I11: a turn started under an older claim');
      epoch = event.epoch;
    }
  });
  const whole = fold(id, events);
  sources = whole.taint.sources.length;
  const quarantined = events.filter(
    ({ event }) =>
      event.type === 'content.quarantined' ||
      (event.type === 'step.accepted' && event.grounded) ||
      (event.type === 'tool.completed' && event.result.quarantined),
  ).length;
  if (sources < quarantined) faults.push('I9: taint fell by itself');
  faults.push(...transcriptFaults(whole));
  return now.position === 0 ? faults : ['the empty log has events'];
}

const verifier = ed25519Verifier(keyring);
const genuine = new WeakMap<SignedDecision, boolean>();

function isGenuine(signed: SignedDecision): boolean {
  const known = genuine.get(signed);
  if (known !== undefined) return known;
  const { signature, decision } = signed;
  const valid = verifier.verify(decisionBytesV1(signature.kid, decision), signature, decision.issuedAt) === 'valid';
  genuine.set(signed, valid);
  return valid;
}
