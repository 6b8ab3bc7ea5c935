import { callKey, type ProposedCall } from '../../domain/call.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Turn } from '../turn-state.ts';

/** The fact that a question somebody is still looking at needs no answer any more; nothing when none is open. */
export function cancelOpen(turn: Turn, call: ProposedCall, because: string): readonly DomainEvent[] {
  if (call.kind === 'malformed') return [];
  const open = turn.authority.openApprovals.get(callKey(call));
  return open === undefined ? [] : [{ type: 'approval.cancelled', approvalId: open.approvalId, by: null, because }];
}
