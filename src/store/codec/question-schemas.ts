import { z } from 'zod';
import type { ApproverRule } from '../../domain/approver-rule.ts';
import type { CallIdentity } from '../../domain/call.ts';
import type { EffectKind } from '../../domain/effect.ts';
import type { Elicitation } from '../../domain/elicitation.ts';
import type { ApprovalRequest, TaintSource } from '../../domain/event.ts';
import {
  approvalIdSchema,
  capabilityList,
  count,
  maybeText,
  person,
  requestIdSchema,
  text,
  time,
  turnIdSchema,
} from './record-schemas.ts';

export const taintSource: z.ZodType<TaintSource> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tool-result'), toolName: text }),
  z.strictObject({ kind: z.literal('participant'), person }),
  z.strictObject({ kind: z.literal('thread-history') }),
  z.strictObject({ kind: z.literal('attachment') }),
  z.strictObject({ kind: z.literal('web-search') }),
  z.strictObject({ kind: z.literal('unreadable-history') }),
]);

export const callIdentity: z.ZodType<CallIdentity> = z.strictObject({
  requestId: requestIdSchema,
  toolName: text,
  argsJson: text,
});

export const effect: z.ZodType<EffectKind> = z.enum(['read', 'idempotent', 'keyed', 'reconcilable', 'once']);

const approvers: z.ZodType<ApproverRule> = z.strictObject({
  users: z.array(text),
  groups: z.array(text),
  channels: z.array(text),
  requester: z.boolean(),
  quorum: z.int().positive(),
  notRequester: z.boolean(),
});

/** A question whether a call may run. */
export const approvalRequest: z.ZodType<ApprovalRequest> = z.strictObject({
  approvalId: approvalIdSchema,
  turnId: turnIdSchema,
  call: callIdentity,
  effectiveArgsJson: maybeText,
  injectedContext: maybeText,
  title: text,
  reason: text,
  missing: capabilityList,
  required: capabilityList,
  sandbox: maybeText,
  toolDefHash: text,
  effect,
  cacheable: z.boolean(),
  destructive: z.boolean(),
  principal: person,
  approvers,
  grantBy: z.enum(['requester', 'approver']),
  grantTtlMs: count,
  taint: taintSource.nullable(),
  sharedWhenAsked: z.boolean().nullable().exactOptional(),
  requestedAt: time,
  expiresAt: time,
  remindAt: time.nullable(),
  escalateTo: maybeText,
  earlier: approvalIdSchema.nullable(),
});

/** A question of a tool's server while a call runs. */
export const elicitation: z.ZodType<Elicitation> = z.strictObject({
  approvalId: approvalIdSchema,
  turnId: turnIdSchema,
  requestId: requestIdSchema,
  toolName: text,
  server: text,
  message: text,
  ask: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('form'), schemaJson: text }),
    z.strictObject({ kind: z.literal('link'), url: text }),
  ]),
  principal: person,
  approvers,
  sharedWhenAsked: z.boolean().nullable().exactOptional(),
  askedAt: time,
  expiresAt: time,
});
