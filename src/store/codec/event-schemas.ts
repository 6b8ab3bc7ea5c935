import { z } from 'zod';
import type { AttachedFile } from '../../domain/attached-file.ts';
import type { ProposedCall } from '../../domain/call.ts';
import type { CallResult, DispatchGround, EventOf, EventType, Failure, StepStop, Usage } from '../../domain/event.ts';
import type { Media } from '../../domain/media.ts';
import { approvalRequest, callIdentity, effect, elicitation, taintSource } from './question-schemas.ts';
import {
  approvalIdSchema,
  cardRef,
  count,
  maybeText,
  person,
  requestIdSchema,
  signedDecision,
  signedElicitationAnswer,
  signedMutation,
  signedRevocation,
  signedTombstone,
  text,
  time,
  turnIdSchema,
} from './record-schemas.ts';

const proposedCall: z.ZodType<ProposedCall> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    providerCallId: text,
    requestId: requestIdSchema,
    toolName: text,
    argsJson: text,
  }),
  z.strictObject({
    kind: z.literal('malformed'),
    providerCallId: text,
    requestId: requestIdSchema,
    toolName: text,
    rawArguments: text,
    reason: text,
  }),
]);

const usage: z.ZodType<Usage> = z.strictObject({ inputTokens: count, outputTokens: count, cachedInputTokens: count });

const stepStops = ['end', 'tool-calls', 'length', 'content-filter', 'other'] as const;
const stepStop: z.ZodType<StepStop> = z.enum(stepStops);

const failure: z.ZodType<Failure> = z.strictObject({
  kind: z.enum(['model', 'tool-errors', 'invalid-call', 'denials', 'configuration', 'hook', 'internal']),
  message: text,
});

const attachedFile: z.ZodType<AttachedFile> = z.strictObject({
  team: text,
  id: text,
  name: text,
  mimeType: text,
  size: count,
});

const clickRefusal = z.enum([
  'not-an-approver',
  'requester-may-not-decide',
  'guest',
  'stranger',
  'bot',
  'deactivated',
  'other-team',
  'unknown-person',
  'lookup-failed',
  'already-endorsed',
  'may-not-remember',
  'may-not-edit',
  'needs-full-view',
  'wrong-card',
  'already-settled',
  'unknown-approval',
  'not-yours',
  'gave-up',
  'place-shared',
]);

const ground: z.ZodType<DispatchGround> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ungated') }),
  z.strictObject({ kind: z.literal('approved'), approvalId: approvalIdSchema }),
  z.strictObject({ kind: z.literal('granted'), grant: approvalIdSchema }),
]);

const media: z.ZodType<Media> = z.strictObject({ mediaType: text, size: count, sha256: text });

const callResult: z.ZodType<CallResult> = z.strictObject({
  requestId: requestIdSchema,
  toolName: text,
  outcome: z.enum([
    'succeeded',
    'failed',
    'denied',
    'refused',
    'not-found',
    'invalid',
    'expired',
    'cancelled',
    'unknown',
  ]),
  text,
  quarantined: z.boolean(),
  media: z.array(media).exactOptional(),
});

type EventSchemas = { readonly [Type in EventType]: z.ZodType<EventOf<Type>> };

const type = <const Type extends EventType>(name: Type): z.ZodLiteral<Type> => z.literal(name);

/** The current stored form of every event. A change that old rows do not fit is a new version with an upcast. */
export const eventSchemas: EventSchemas = {
  'message.received': z.strictObject({
    type: type('message.received'),
    messageId: text,
    author: person,
    text,
    addressed: z.boolean(),
    persona: maybeText,
  }),
  'content.quarantined': z.strictObject({
    type: type('content.quarantined'),
    source: taintSource,
    author: person.nullable(),
    text,
  }),
  'file.attached': z.strictObject({ type: type('file.attached'), author: person.nullable(), file: attachedFile }),
  'turn.started': z.strictObject({
    type: type('turn.started'),
    turnId: turnIdSchema,
    principal: person,
    takes: z.array(text),
    epoch: count,
    persona: maybeText,
  }),
  'step.accepted': z.strictObject({
    type: type('step.accepted'),
    turnId: turnIdSchema,
    text,
    calls: z.array(proposedCall),
    usage,
    stop: stepStop,
    grounded: z.boolean(),
    providerState: maybeText,
  }),
  'turn.paused': z.strictObject({
    type: type('turn.paused'),
    turnId: turnIdSchema,
    approvals: z.array(approvalIdSchema),
  }),
  'turn.finished': z.strictObject({
    type: type('turn.finished'),
    turnId: turnIdSchema,
    end: z.enum([...stepStops, 'max-steps', 'repeated-denial', 'hook-stop', 'unrun-calls']),
  }),
  'turn.failed': z.strictObject({ type: type('turn.failed'), turnId: turnIdSchema, failure }),
  'turn.stopped': z.strictObject({ type: type('turn.stopped'), turnId: turnIdSchema, by: person.nullable() }),
  'turn.parked': z.strictObject({ type: type('turn.parked'), turnId: turnIdSchema, attempts: count }),
  'turn.deferred': z.strictObject({
    type: type('turn.deferred'),
    turnId: turnIdSchema,
    because: z.literal('lookup-failed'),
  }),
  'stop.requested': z.strictObject({ type: type('stop.requested'), by: person }),
  'retry.requested': z.strictObject({ type: type('retry.requested'), by: person }),
  'approval.requested': z.strictObject({ type: type('approval.requested'), request: approvalRequest }),
  'card.posted': z.strictObject({ type: type('card.posted'), approvalId: approvalIdSchema, card: cardRef }),
  'approval.endorsed': z.strictObject({ type: type('approval.endorsed'), signed: signedDecision }),
  'approval.decided': z.strictObject({ type: type('approval.decided'), signed: signedDecision }),
  'approval.expired': z.strictObject({ type: type('approval.expired'), approvalId: approvalIdSchema }),
  'approval.superseded': z.strictObject({
    type: type('approval.superseded'),
    approvalId: approvalIdSchema,
    messageId: text,
  }),
  'approval.cancelled': z.strictObject({
    type: type('approval.cancelled'),
    approvalId: approvalIdSchema,
    by: person.nullable(),
    because: text,
  }),
  'approval.reminded': z.strictObject({ type: type('approval.reminded'), approvalId: approvalIdSchema }),
  'approval.escalated': z.strictObject({ type: type('approval.escalated'), approvalId: approvalIdSchema, to: text }),
  'approval.extended': z.strictObject({
    type: type('approval.extended'),
    approvalId: approvalIdSchema,
    by: person,
    expiresAt: time,
  }),
  'click.refused': z.strictObject({
    type: type('click.refused'),
    approvalId: approvalIdSchema.nullable(),
    person,
    action: text,
    because: clickRefusal,
  }),
  'tool.dispatched': z.strictObject({
    type: type('tool.dispatched'),
    turnId: turnIdSchema,
    call: callIdentity,
    effectiveArgsJson: text,
    toolDefHash: text,
    effect,
    idempotencyKey: text,
    epoch: count,
    ground,
  }),
  'tool.completed': z.strictObject({ type: type('tool.completed'), turnId: turnIdSchema, result: callResult }),
  'outcome.questioned': z.strictObject({
    type: type('outcome.questioned'),
    approvalId: approvalIdSchema,
    requestId: requestIdSchema,
    toolName: text,
  }),
  'outcome.answered': z.strictObject({
    type: type('outcome.answered'),
    approvalId: approvalIdSchema,
    requestId: requestIdSchema,
    answer: z.enum(['ran', 'run-again', 'give-up']),
    by: person,
  }),
  'elicitation.asked': z.strictObject({ type: type('elicitation.asked'), asked: elicitation }),
  'elicitation.answered': z.strictObject({ type: type('elicitation.answered'), signed: signedElicitationAnswer }),
  'elicitation.expired': z.strictObject({ type: type('elicitation.expired'), approvalId: approvalIdSchema }),
  'mutation.recorded': z.strictObject({ type: type('mutation.recorded'), signed: signedMutation }),
  'grant.revoked': z.strictObject({ type: type('grant.revoked'), signed: signedRevocation }),
  'decision.rejected': z.strictObject({
    type: type('decision.rejected'),
    approvalId: approvalIdSchema,
    person: person.exactOptional(),
    because: text,
  }),
  'taint.cleared': z.strictObject({ type: type('taint.cleared'), by: person }),
  'conversation.compacted': z.strictObject({ type: type('conversation.compacted'), summary: text, upTo: count }),
  'conversation.pruned': z.strictObject({ type: type('conversation.pruned'), signed: signedTombstone }),
};
