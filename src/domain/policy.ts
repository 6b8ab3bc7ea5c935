import type { ApproverRule } from './approver-rule.ts';
import type { CapabilitySet } from './capability.ts';
import type { EffectKind } from './effect.ts';

export type PolicyDecision = 'ask' | 'allow' | 'deny';

/** A test on one argument, by dotted path from the top (`order.amount_cents`). All tests of a rule must hold. */
export type ArgumentTest =
  | { readonly kind: 'equals'; readonly path: string; readonly value: string | number | boolean | null }
  | { readonly kind: 'one-of'; readonly path: string; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: 'above'; readonly path: string; readonly than: number }
  | { readonly kind: 'below'; readonly path: string; readonly than: number }
  | { readonly kind: 'like'; readonly path: string; readonly pattern: string }
  | { readonly kind: 'present'; readonly path: string };

/** What a rule, or the absence of one, makes of a call. Unset fields keep what the tool itself declares. */
export interface Treatment {
  readonly decision: PolicyDecision;
  /** Told to the model when the call is denied. */
  readonly reason: string | null;
  readonly capabilities: CapabilitySet | null;
  readonly effect: EffectKind | null;
  readonly idempotent: boolean | null;
  readonly destructive: boolean | null;
  readonly approvers: ApproverRule;
  readonly expiresAfterMs: number;
  readonly remindAfterMs: number | null;
  readonly escalateTo: string | null;
  readonly grantBy: 'requester' | 'approver';
  readonly grantTtlMs: number;
}

export interface PolicyRule {
  /** Exact names or patterns in which `*` stands for any characters. */
  readonly tools: readonly string[];
  readonly when: readonly ArgumentTest[];
  readonly treatment: Treatment;
}

/** First matching rule decides; `otherwise` is for what no rule names. */
export interface Policy {
  readonly rules: readonly PolicyRule[];
  readonly otherwise: Treatment;
  readonly escalateSandboxDenials: boolean;
  /** What a clean conversation may do unasked. */
  readonly base: CapabilitySet;
  readonly webSearchWhileTainted: boolean;
  /** `shadow`: a rule's `ask` and `deny` are logged and not enforced; containment still is. */
  readonly mode: 'enforce' | 'shadow';
}

type Arguments = { readonly [key: string]: unknown };

/** The treatment of one call. Patterns see the exact tool name; tests see the arguments that would run. */
export function treatmentOf(policy: Pick<Policy, 'rules' | 'otherwise'>, toolName: string, args: Arguments): Treatment {
  const rule = policy.rules.find(
    (candidate) =>
      candidate.tools.some((pattern) => isLike(toolName, pattern)) && candidate.when.every((test) => holds(test, args)),
  );
  return rule?.treatment ?? policy.otherwise;
}

/** Whether `text` fits `pattern`, in which `*` stands for any run of characters. Linear in both. */
export function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, from);
    if (found === -1 || found + piece.length > end) return false;
    from = found + piece.length;
  }
  return true;
}

function holds(test: ArgumentTest, args: Arguments): boolean {
  const value = at(args, test.path);
  switch (test.kind) {
    case 'equals':
      return value === test.value;
    case 'one-of':
      return test.values.some((candidate) => candidate === value);
    case 'above':
      return typeof value === 'number' && value > test.than;
    case 'below':
      return typeof value === 'number' && value < test.than;
    case 'like':
      return typeof value === 'string' && isLike(value, test.pattern);
    case 'present':
      return value !== undefined;
  }
}

/** Own properties only: a path never reaches a prototype. */
function at(args: Arguments, path: string): unknown {
  let value: unknown = args;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
