import { type Approval, hasEndorsed, pendingApprovals } from '../domain/approvals.ts';
import { readArguments } from '../domain/canonical-json.ts';
import { capabilityList } from '../domain/capability.ts';
import type { Conversation } from '../domain/conversation.ts';
import {
  type Decision,
  type DecisionKind,
  decisionBytesV1,
  isApproval,
  type SignedDecision,
} from '../domain/decision.ts';
import type { ClickRefusal } from '../domain/event.ts';
import type { ConversationId } from '../domain/ids.ts';
import { type Person, samePerson } from '../domain/person.ts';
import { treatmentOf } from '../domain/policy.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationIndex } from '../ports/conversation-index.ts';
import type { Ids } from '../ports/ids.ts';
import type { Place, Places } from '../ports/places.ts';
import type { Signer } from '../ports/signer.ts';
import type { makeAuthorise } from './authorise.ts';
import type { Answering, AnsweringOutcome } from './commands.ts';
import { expiryOf } from './expire.ts';
import type { Persona, Personas } from './persona.ts';
import type { Conversations, Proposal } from './reader.ts';
import { isRepeated, type RecordRefusal } from './refusals.ts';

export interface DecideDeps {
  readonly conversations: Conversations;
  readonly index: ConversationIndex;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Tools and policy as they are now, for checking an edit. */
  readonly personas: Personas;
  readonly recordRefusal: RecordRefusal;
}

type Ruling = Proposal<AnsweringOutcome>;

/**
 * Turns one press of a button into at most one signed decision. The append is guarded by the log position and by
 * the approval's deadline on the store's clock; whoever loses is told what stands. Nothing runs here.
 */
export function makeDecide(deps: DecideDeps): (answering: Answering) => Promise<AnsweringOutcome> {
  return async (answering) => {
    const { approvalId, person, answer } = answering;
    const conversation = await deps.index.conversationOf(approvalId);
    if (conversation === null) return { kind: 'unknown-approval' };
    const outcome = await decide(deps, conversation, answering);
    const because = refusalIn(outcome, answering);
    if (because !== null) await deps.recordRefusal({ conversation, approvalId, person, action: answer.kind, because });
    return outcome;
  };
}

async function decide(deps: DecideDeps, conversation: ConversationId, answering: Answering): Promise<AnsweringOutcome> {
  const place = deps.places.of(conversation);
  const decided = await deps.conversations.change(conversation, (now) => rule(deps, place, now, answering));
  if (decided.kind === 'changed') return decided.result;
  const expired = await deps.conversations.change(conversation, (now) => expire(now, answering));
  return expired.kind === 'changed' ? expired.result : { kind: 'unknown-approval' };
}

/** What of an outcome belongs into the log as a refusal; an edit with a typing error in it does not. */
function refusalIn(outcome: AnsweringOutcome, { person, answer }: Answering): ClickRefusal | null {
  switch (outcome.kind) {
    case 'refused':
      return outcome.because;
    case 'already-settled':
      return isRepeated(outcome.status, person, answer.kind) ? null : 'already-settled';
    case 'unknown-approval':
      return 'unknown-approval';
    case 'recorded':
    case 'endorsed':
    case 'invalid-edit':
      return null;
  }
}

async function rule(deps: DecideDeps, place: Place, now: Conversation, answering: Answering): Promise<Ruling> {
  const approval = now.approvals.approvals.get(answering.approvalId);
  if (approval === undefined) return without({ kind: 'unknown-approval' });
  if (approval.status.kind !== 'pending') return without({ kind: 'already-settled', status: approval.status });
  const refusal =
    (await refusalOf(deps, place, approval, answering)) ?? (await refusalOfEdit(deps, place, now, approval, answering));
  if (refusal !== null) return without({ kind: 'refused', because: refusal });
  const edit = checkEdit(deps, now, approval, answering);
  if (edit !== null) return without({ kind: 'invalid-edit', reason: edit });
  return await record(deps, place, now, approval, answering);
}

async function refusalOf(
  deps: DecideDeps,
  place: Place,
  approval: Approval,
  { person, card, answer }: Answering,
): Promise<ClickRefusal | null> {
  const { request } = approval;
  if (!approval.cards.some((own) => own.channel === card.channel && own.message === card.message)) return 'wrong-card';
  const { approvers, principal } = request;
  const approves = answer.kind === 'deny' ? {} : { approves: request };
  const unfit = await deps.authorise({ rule: approvers, person, principal, place, ...approves });
  if (unfit !== null) return unfit;
  if (answer.kind !== 'deny' && hasEndorsed(approval, person)) return 'already-endorsed';
  // People who agree must agree on one thing: where several are needed, nobody edits.
  if (answer.kind === 'approve-edited' && request.approvers.quorum > 1) return 'may-not-edit';
  if (answer.kind === 'approve-and-remember' && !mayRemember(approval, person)) return 'may-not-remember';
  return null;
}

/**
 * What was changed may fall under another rule than what was shown, as a larger refund does. Whoever changes it has to
 * satisfy that rule as well, or an edit would be a way around it.
 */
async function refusalOfEdit(
  deps: DecideDeps,
  place: Place,
  now: Conversation,
  { request }: Approval,
  { person, answer }: Answering,
): Promise<ClickRefusal | null> {
  if (answer.kind !== 'approve-edited') return null;
  const reading = readArguments(answer.argsJson);
  if (reading.kind === 'refused') return null;
  const { approvers: rule } = treatmentOf(personaOf(deps, now).policy, request.call.toolName, reading.value);
  if (rule.quorum > 1) return 'may-not-edit';
  return await deps.authorise({ rule, person, principal: request.principal, place });
}

const personaOf = ({ personas }: DecideDeps, { status }: Conversation): Persona =>
  personas(status.kind === 'idle' ? null : status.persona);

/** Whether "don't ask again" would work for this card and this person; it is neither offered nor honoured otherwise. */
export function mayRemember({ request }: Approval, person: Person): boolean {
  if (!request.cacheable || request.sandbox !== null || request.approvers.quorum > 1) return false;
  return request.grantBy === 'approver' || samePerson(person, request.principal);
}

function checkEdit(deps: DecideDeps, now: Conversation, approval: Approval, { answer }: Answering): string | null {
  if (answer.kind !== 'approve-edited') return null;
  const reading = readArguments(answer.argsJson);
  if (reading.kind === 'refused') return reading.reason;
  const tool = personaOf(deps, now).toolbox.find(approval.request.call.toolName);
  if (tool === undefined) return 'The tool is no longer available.';
  return tool.invalid(reading.value) ?? tool.veto(reading.value)?.reason ?? null;
}

async function record(
  deps: DecideDeps,
  place: Place,
  now: Conversation,
  approval: Approval,
  answering: Answering,
): Promise<Ruling> {
  const decision = decisionOf(deps, place, now, approval, answering);
  const signature = await deps.signer.sign(decisionBytesV1(deps.signer.kid, decision));
  const signed: SignedDecision = { version: 1, decision, signature };
  const need = approval.request.approvers.quorum;
  const have = approval.endorsements.length + 1;
  if (isApproval(decision.decision) && have < need) {
    return {
      events: [{ type: 'approval.endorsed', signed }],
      options: { notAfter: approval.expiresAt },
      result: { kind: 'endorsed', have, need },
    };
  }
  return {
    events: [{ type: 'approval.decided', signed }],
    options: { notAfter: approval.expiresAt, wake: 'now' },
    result: { kind: 'recorded', approval },
  };
}

function decisionOf(
  deps: DecideDeps,
  place: Place,
  now: Conversation,
  approval: Approval,
  answering: Answering,
): Decision {
  const { request } = approval;
  const { answer } = answering;
  const issuedAt = deps.clock.now();
  const kind: DecisionKind = answer.kind;
  return {
    enterprise: answering.enterprise ?? place.enterprise,
    team: place.team,
    conversation: now.id,
    turn: request.turnId,
    approvalId: request.approvalId,
    requestId: request.call.requestId,
    toolName: request.call.toolName,
    toolDefHash: request.toolDefHash,
    proposedArgsJson: request.call.argsJson,
    effectiveArgsJson: answer.kind === 'approve-edited' ? canonical(answer.argsJson) : request.effectiveArgsJson,
    injectedContext: request.injectedContext,
    decision: kind,
    coveredCapabilities: capabilityList(new Set(request.missing)),
    grantExpiresAt: kind === 'approve-and-remember' ? issuedAt + request.grantTtlMs : null,
    reason: answer.kind === 'deny' ? answer.reason : (answer.note ?? null),
    approver: answering.person,
    principal: request.principal,
    card: answering.card,
    issuedAt,
    expiresAt: approval.expiresAt,
    nonce: deps.ids.token(),
  };
}

function canonical(argsJson: string): string {
  const reading = readArguments(argsJson);
  if (reading.kind === 'refused') throw new Error('an edit is checked before it is signed');
  return reading.argsJson;
}

/** The deadline has passed: the approval is settled as expired, unless someone settled it first. */
function expire(now: Conversation, { approvalId }: Answering): Ruling {
  const approval = pendingApprovals(now.approvals).find(({ request }) => request.approvalId === approvalId);
  if (approval === undefined) {
    const settled = now.approvals.approvals.get(approvalId);
    if (settled === undefined) return without({ kind: 'unknown-approval' });
    return without({ kind: 'already-settled', status: settled.status });
  }
  return {
    events: expiryOf([approval]),
    options: { wake: 'now', notBefore: approval.expiresAt },
    result: { kind: 'already-settled', status: { kind: 'expired' } },
  };
}

const without = (result: AnsweringOutcome): Ruling => ({ events: [], result });
