import { type CallIdentity, callKey, type ProposedCall } from '../../domain/call.ts';
import type { Turn } from '../turn-state.ts';
import type { CallDecision } from './gate.ts';

/** A proposal that could be read. */
export type OpenCall = Extract<ProposedCall, { kind: 'call' }>;

/** What would run for a call, and what it is based on. */
export interface Effective {
  readonly argsJson: string;
  readonly injectedContext: string | null;
}

/**
 * What people said about this occurrence. Running or answering it uses that up: a call with a result never comes here
 * again, and a new call never has its identity.
 */
export function decisionFor(turn: Turn, call: CallIdentity): CallDecision {
  const key = callKey(call);
  const { deniedCallIds, approvedCallIds, openApprovals } = turn.authority;
  const denied = deniedCallIds.get(key);
  if (denied !== undefined) return { kind: 'denied', ...denied };
  const approved = approvedCallIds.get(key);
  if (approved !== undefined) return { kind: 'approved', ...approved };
  if (openApprovals.has(key)) return { kind: 'open' };
  return decisionOfDispatch(turn, call);
}

/** An approval that already let this very occurrence start lets it start again under the same key. */
function decisionOfDispatch(turn: Turn, { requestId }: CallIdentity): CallDecision {
  const approved = turn.options.unfinished.get(requestId)?.approved ?? null;
  return approved === null ? { kind: 'none' } : { kind: 'approved', ...approved };
}

/**
 * The arguments that were shown or handed out before, or null for a call nobody has seen yet. They are not offered to
 * hooks again: what runs is what was shown. An answered card beats what an earlier attempt was given.
 */
export function settledArguments(turn: Turn, call: CallIdentity): Effective | null {
  const key = callKey(call);
  const { approvedCallIds, approvedOverrides, deniedCallIds, openApprovals } = turn.authority;
  const override = approvedOverrides.get(key);
  const injectedContext = override?.injectedContext ?? null;
  if (approvedCallIds.has(key)) {
    return { argsJson: override?.modifiedArgsJson ?? call.argsJson, injectedContext };
  }
  const unfinished = turn.options.unfinished.get(call.requestId);
  if (unfinished !== undefined) return { argsJson: unfinished.effectiveArgsJson, injectedContext };
  const open = openApprovals.get(key);
  if (open !== undefined) {
    return { argsJson: open.effectiveArgsJson ?? call.argsJson, injectedContext: open.injectedContext };
  }
  return deniedCallIds.has(key) ? { argsJson: call.argsJson, injectedContext: null } : null;
}
