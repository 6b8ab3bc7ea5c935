import { z } from 'zod';
import { capabilities } from '../../domain/capability.ts';
import type { CardRef, Decision, SignedDecision } from '../../domain/decision.ts';
import type { ElicitationAnswer, SignedElicitationAnswer } from '../../domain/elicitation-answer.ts';
import type { ApprovalId, ConversationId, RequestId, TurnId } from '../../domain/ids.ts';
import type { Mutation, MutationChange, SignedMutation } from '../../domain/mutation.ts';
import type { Person } from '../../domain/person.ts';
import type { Revocation, SignedRevocation } from '../../domain/revocation.ts';
import type { Signature } from '../../domain/signed.ts';
import type { SignedTombstone, Tombstone } from '../../domain/tombstone.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

export const conversationIdSchema = z.custom<ConversationId>(isText);
export const turnIdSchema = z.custom<TurnId>(isText);
export const requestIdSchema = z.custom<RequestId>(isText);
export const approvalIdSchema = z.custom<ApprovalId>(isText);

export const text = z.string();
export const count = z.int().nonnegative();
export const maybeText = z.string().nullable();
/** Milliseconds since the epoch. */
export const time = z.int();
export const capabilityList = z.array(z.enum(capabilities));

export const person: z.ZodType<Person> = z.strictObject({ team: text, user: text });
export const cardRef: z.ZodType<CardRef> = z.strictObject({ channel: text, message: text });

const signature: z.ZodType<Signature> = z.strictObject({ kid: text, value: text });

const decision: z.ZodType<Decision> = z.strictObject({
  enterprise: maybeText,
  team: text,
  conversation: conversationIdSchema,
  turn: turnIdSchema,
  approvalId: approvalIdSchema,
  requestId: requestIdSchema,
  toolName: text,
  toolDefHash: text,
  proposedArgsJson: text,
  effectiveArgsJson: maybeText,
  injectedContext: maybeText,
  decision: z.enum(['approve', 'approve-edited', 'approve-and-remember', 'deny']),
  coveredCapabilities: capabilityList,
  grantExpiresAt: time.nullable(),
  reason: maybeText,
  approver: person,
  principal: person,
  card: cardRef,
  issuedAt: time,
  expiresAt: time,
  nonce: text,
});

export const signedDecision: z.ZodType<SignedDecision> = z.strictObject({
  version: z.literal(1),
  decision,
  signature,
});

const mutationChange: z.ZodType<MutationChange> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('input-rewrite'), before: text, after: text }),
  z.strictObject({ kind: z.literal('context-injection'), after: text }),
  z.strictObject({ kind: z.literal('result-redaction'), before: text, after: text }),
]);

const mutation: z.ZodType<Mutation> = z.strictObject({
  conversation: conversationIdSchema,
  turn: turnIdSchema,
  requestId: requestIdSchema,
  toolName: text,
  change: mutationChange,
  at: time,
  nonce: text,
});

export const signedMutation: z.ZodType<SignedMutation> = z.strictObject({
  version: z.literal(1),
  mutation,
  signature,
});

const revocation: z.ZodType<Revocation> = z.strictObject({
  conversation: conversationIdSchema,
  grant: approvalIdSchema,
  by: person,
  at: time,
  nonce: text,
});

export const signedRevocation: z.ZodType<SignedRevocation> = z.strictObject({
  version: z.literal(1),
  revocation,
  signature,
});

const tombstone: z.ZodType<Tombstone> = z.strictObject({
  conversation: conversationIdSchema,
  upTo: z.int().positive(),
  hash: text,
  lastWrittenAt: time,
  prunedAt: time,
  tainted: z.boolean(),
});

export const signedTombstone: z.ZodType<SignedTombstone> = z.strictObject({
  version: z.literal(1),
  tombstone,
  signature,
});

const elicitationAnswer: z.ZodType<ElicitationAnswer> = z.strictObject({
  enterprise: maybeText,
  team: text,
  conversation: conversationIdSchema,
  turn: turnIdSchema,
  elicitation: approvalIdSchema,
  requestId: requestIdSchema,
  toolName: text,
  server: text,
  message: text,
  shown: text,
  action: z.enum(['accept', 'decline', 'cancel']),
  contentJson: maybeText,
  person,
  principal: person,
  card: cardRef,
  issuedAt: time,
  expiresAt: time,
  nonce: text,
});

export const signedElicitationAnswer: z.ZodType<SignedElicitationAnswer> = z.strictObject({
  version: z.literal(1),
  answer: elicitationAnswer,
  signature,
});
