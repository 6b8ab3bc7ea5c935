import { z } from 'zod';
import { capabilities } from '../domain/capability.ts';
import { duration } from './duration.ts';

const slackUser = z.string().transform((text) => text.replace(/^<@([^>|]+).*>$/, '$1').toUpperCase());
const userId = slackUser.pipe(z.string().regex(/^[UW][A-Z0-9]{2,}$/, 'expected a user id like U0123ABCD'));
const groupId = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.string().regex(/^S[A-Z0-9]{2,}$/, 'expected a user group id like S0123ABCD'));
const channelId = z
  .string()
  .transform((text) => (text === 'here' ? text : text.toUpperCase()))
  .pipe(z.string().regex(/^(here|[CG][A-Z0-9]{2,})$/, 'expected `here` or a channel id like C0123ABCD'));

const approvers = z.strictObject({
  users: z.array(userId).default([]),
  group: groupId.optional(),
  groups: z.array(groupId).default([]),
  channels: z.array(channelId).default([]),
  requester: z.boolean().default(false),
  quorum: z.int().min(1).max(20).default(1),
  notRequester: z.boolean().default(false),
});

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const argumentTest = z.union([
  z.strictObject({ path: z.string().min(1), equals: scalar }),
  z.strictObject({ path: z.string().min(1), oneOf: z.array(scalar).min(1) }),
  z.strictObject({ path: z.string().min(1), above: z.number() }),
  z.strictObject({ path: z.string().min(1), below: z.number() }),
  z.strictObject({ path: z.string().min(1), like: z.string() }),
  z.strictObject({ path: z.string().min(1), present: z.literal(true) }),
]);

const decision = z.enum(['ask', 'allow', 'deny']);

const rule = z.strictObject({
  tools: z.array(z.string().min(1)).min(1),
  when: z.array(argumentTest).default([]),
  decision,
  reason: z.string().max(300).optional(),
  capabilities: z.array(z.enum(capabilities)).optional(),
  effect: z.enum(['read', 'idempotent', 'keyed', 'reconcilable', 'once']).optional(),
  idempotent: z.boolean().optional(),
  destructive: z.boolean().optional(),
  approvers: approvers.optional(),
  expiresAfter: duration.optional(),
  remindAfter: duration.optional(),
  escalateTo: channelId.optional(),
  grantBy: z.enum(['requester', 'approver']).optional(),
  grantExpiresAfter: duration.optional(),
});

const policy = z.strictObject({
  default: decision.default('ask'),
  mode: z.enum(['enforce', 'shadow']).default('enforce'),
  escalateSandboxDenials: z.boolean().default(false),
  webSearchWhileTainted: z.boolean().default(false),
  capabilities: z.array(z.enum(capabilities)).default([...capabilities]),
  approvers: approvers.optional(),
  expiresAfter: duration.default(24 * 3_600_000),
  remindAfter: duration.optional(),
  escalateTo: channelId.optional(),
  grantBy: z.enum(['requester', 'approver']).default('requester'),
  grantExpiresAfter: duration.default(8 * 3_600_000),
  rules: z.array(rule).default([]),
});

const model = z
  .string()
  .regex(/^(anthropic|openai|google|compatible)\/.+$/, 'expected provider/model, such as anthropic/claude-sonnet-4-5');

const agentFields = {
  model,
  baseUrl: z.url().optional(),
  instructions: z.string(),
  webSearch: z.boolean(),
  cache: z.enum(['none', 'stable-prefix']),
  maxSteps: z.int().min(1).max(200),
  maxTokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  whilePaused: z.enum(['supersede', 'queue']),
  concurrentTools: z.boolean(),
  compactAboveChars: z.int().min(10_000),
};

const agent = z.strictObject({
  ...agentFields,
  model: model.default('anthropic/claude-sonnet-4-5'),
  instructions: agentFields.instructions.default('You are a helpful assistant in Slack.'),
  webSearch: agentFields.webSearch.default(false),
  cache: agentFields.cache.default('stable-prefix'),
  maxSteps: agentFields.maxSteps.default(40),
  whilePaused: agentFields.whilePaused.default('supersede'),
  concurrentTools: agentFields.concurrentTools.default(false),
  compactAboveChars: agentFields.compactAboveChars.default(400_000),
});

const mcpServer = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_-]{0,30}$/, 'expected lower-case letters, digits, - and _, at most 31'),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  url: z.url().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  trustAnnotations: z.boolean().default(false),
  protocol: z.enum(['auto', 'legacy']).optional(),
  timeout: duration.default(60_000),
});

const tools = z.strictObject({
  builtin: z.array(z.enum(['files', 'http', 'slack'])).default([]),
  files: z.strictObject({ root: z.string().min(1) }).optional(),
  http: z
    .strictObject({
      allow: z.array(z.string().min(1)).default([]),
      allowPrivate: z.array(z.string().min(1)).default([]),
      maxBytes: z.int().min(1).max(10_000_000).default(1_000_000),
      timeout: duration.default(15_000),
    })
    .prefault({}),
  mcp: z.array(mcpServer).default([]),
});

const persona = z.strictObject({
  channels: z.array(channelId).default([]),
  // Without defaults: what it leaves unsaid is the default agent's.
  agent: z.strictObject(agentFields).partial().optional(),
  tools: z.array(z.string().min(1)).optional(),
  policy: policy.optional(),
});

/** `countersign.yaml`. Unknown keys are errors. */
export const fileSchema = z.strictObject({
  agent: agent.prefault({}),
  tools: tools.prefault({}),
  policy: policy.prefault({}),
  personas: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,30}$/), persona).default({}),
});

export type FileConfig = z.output<typeof fileSchema>;
export type FilePolicy = FileConfig['policy'];
export type FileRule = FilePolicy['rules'][number];
export type FileApprovers = z.output<typeof approvers>;
