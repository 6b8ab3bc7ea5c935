import { type ApproverRule, requesterOnly } from '../domain/approver-rule.ts';
import type { ArgumentTest, Policy, PolicyRule, Treatment } from '../domain/policy.ts';
import type { FileApprovers, FilePolicy, FileRule } from './file-schema.ts';

/** A card that lives shorter than this needs no reminder. */
const SHORTEST_REMINDED_MS = 3_600_000;

/** The policy section of the file as the core reads it: every rule with its whole treatment. */
export function policyOf(file: FilePolicy): Policy {
  const otherwise: Treatment = {
    decision: file.default,
    reason: null,
    capabilities: null,
    effect: null,
    idempotent: null,
    destructive: null,
    approvers: file.approvers === undefined ? requesterOnly : approverRule(file.approvers),
    expiresAfterMs: file.expiresAfter,
    remindAfterMs: file.remindAfter ?? reminderFor(file.expiresAfter),
    escalateTo: file.escalateTo ?? null,
    grantBy: file.grantBy,
    grantTtlMs: file.grantExpiresAfter,
  };
  return {
    rules: file.rules.map((rule) => ruleOf(rule, file, otherwise)),
    otherwise,
    escalateSandboxDenials: file.escalateSandboxDenials,
    base: new Set(file.capabilities),
    webSearchWhileTainted: file.webSearchWhileTainted,
    mode: file.mode,
  };
}

/** Without a word from the operator people are reminded, with a way to get more time, before the last quarter begins. */
const reminderFor = (expiresAfterMs: number): number | null =>
  expiresAfterMs >= SHORTEST_REMINDED_MS ? Math.floor(expiresAfterMs * 0.75) : null;

function ruleOf(rule: FileRule, file: FilePolicy, otherwise: Treatment): PolicyRule {
  return {
    tools: rule.tools,
    when: rule.when.map(argumentTest),
    treatment: {
      decision: rule.decision,
      reason: rule.reason ?? null,
      capabilities: rule.capabilities === undefined ? null : new Set(rule.capabilities),
      effect: rule.effect ?? null,
      idempotent: rule.idempotent ?? null,
      destructive: rule.destructive ?? null,
      approvers: rule.approvers === undefined ? otherwise.approvers : approverRule(rule.approvers),
      expiresAfterMs: rule.expiresAfter ?? otherwise.expiresAfterMs,
      remindAfterMs: rule.remindAfter ?? file.remindAfter ?? reminderFor(rule.expiresAfter ?? file.expiresAfter),
      escalateTo: rule.escalateTo ?? otherwise.escalateTo,
      grantBy: rule.grantBy ?? otherwise.grantBy,
      grantTtlMs: rule.grantExpiresAfter ?? otherwise.grantTtlMs,
    },
  };
}

function approverRule(file: FileApprovers): ApproverRule {
  const { users, channels, requester, quorum, notRequester } = file;
  const groups = file.group === undefined ? file.groups : [file.group, ...file.groups];
  return { users, groups, channels, requester, quorum, notRequester };
}

function argumentTest(test: FileRule['when'][number]): ArgumentTest {
  const { path } = test;
  if ('equals' in test) return { kind: 'equals', path, value: test.equals };
  if ('oneOf' in test) return { kind: 'one-of', path, values: test.oneOf };
  if ('above' in test) return { kind: 'above', path, than: test.above };
  if ('below' in test) return { kind: 'below', path, than: test.below };
  if ('like' in test) return { kind: 'like', path, pattern: test.like };
  return { kind: 'present', path };
}
