import { type Capability, type CapabilitySet, granted, lostWhileTainted, minus } from '../../domain/capability.ts';
import type { TaintSource } from '../../domain/event.ts';
import type { JsonObject, Tool } from '../../ports/tools.ts';

/** What keeps a call from running unasked. */
export interface Need {
  readonly required: CapabilitySet;
  /** Required and not granted, with the taint of this moment. */
  readonly missing: CapabilitySet;
  /** Policy wants a person to see every such call. */
  readonly policy: boolean;
  /** What the sandbox would say, where that is a reason to ask. */
  readonly sandbox: string | null;
  /** Another call of the same reply asks, and this configuration asks for all of them together. */
  readonly withBatch: boolean;
  readonly taint: TaintSource | null;
}

export interface Circumstances {
  readonly baseCapabilities: CapabilitySet;
  readonly taint: TaintSource | null;
  readonly escalateSandboxDenials: boolean;
  readonly withBatch: boolean;
}

export function needOf(tool: Tool, args: JsonObject, now: Circumstances): Need {
  const required = tool.requiredCapabilities(args);
  return {
    required,
    missing: minus(required, granted(now.baseCapabilities, now.taint !== null)),
    policy: tool.needsApproval(args),
    sandbox: now.escalateSandboxDenials ? tool.sandboxWouldDeny(args) : null,
    withBatch: now.withBatch,
    taint: now.taint,
  };
}

export const needsNobody = ({ missing, policy, sandbox, withBatch }: Need): boolean =>
  missing.size === 0 && !policy && sandbox === null && !withBatch;

const could: Readonly<Record<Capability, string>> = {
  'local-read': 'read local files',
  'local-write': 'change local files',
  'fixed-connector-read': 'read from a connected system',
  'arbitrary-egress': 'send data to any address',
  'mutate-external': 'change something outside',
};

/**
 * Why a person is asked, for the card. Empty for an ordinary gate; for a containment escalation what the call could
 * do, never a claim about what it will.
 */
export function reasonOf({ missing, sandbox, taint }: Need): string {
  const sentences: string[] = [];
  if (missing.size > 0) {
    const what = [...missing].map((capability) => could[capability]).join(' and ');
    const lost = taint !== null && [...missing].some((capability) => lostWhileTainted.has(capability));
    sentences.push(`This call could ${what}${lost ? ', and untrusted content is in the conversation' : ''}.`);
  }
  if (sandbox !== null) sentences.push('This call could reach beyond the sandbox, which would refuse it.');
  return sentences.join(' ');
}
