import { callKey, type ProposedCall } from '../../domain/call.ts';
import type { CallResult } from '../../domain/event.ts';
import type { ApprovalId, RequestId } from '../../domain/ids.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';
import type { Authority } from '../authority.ts';
import type { Turn } from '../turn-state.ts';

/** The calls of one reply and the results they have. */
export interface Batch {
  readonly calls: readonly ProposedCall[];
  readonly results: Map<RequestId, CallResult>;
  /** Index of the reply in the transcript. */
  readonly at: number;
  /** Whether the reply came in an earlier run. */
  readonly resumed: boolean;
}

/** The last reply's batch while calls of it have no result; null when there is nothing to finish. */
export function openBatch(transcript: readonly TranscriptMessage[]): Batch | null {
  const at = transcript.findLastIndex((message) => message.kind === 'assistant');
  const reply = transcript[at];
  if (reply?.kind !== 'assistant') return null;
  const next = transcript[at + 1];
  const results = new Map<RequestId, CallResult>();
  if (next?.kind === 'results') for (const result of next.results) results.set(result.requestId, result);
  return reply.calls.some((call) => !results.has(call.requestId))
    ? { calls: reply.calls, results, at, resumed: true }
    : null;
}

/**
 * Decisions that belong to no open call: a result came first, or the proposal was never ours.
 * They are reported; dropping a person's answer in silence would hide a fault.
 */
export function unmatchedDecisions(batch: Batch | null, { approvedCallIds, deniedCallIds }: Authority): ApprovalId[] {
  const open = batch === null ? new Set<string>() : openCallKeys(batch);
  return [...approvedCallIds, ...deniedCallIds].flatMap(([key, { approvalId }]) => (open.has(key) ? [] : [approvalId]));
}

const openCallKeys = ({ calls, results }: Batch): ReadonlySet<string> =>
  new Set(calls.flatMap((call) => (call.kind === 'call' && !results.has(call.requestId) ? [callKey(call)] : [])));

/** Puts what the batch has of results directly after its reply, in call order, whatever follows. */
export function placeResults(turn: Turn, batch: Batch): void {
  const results = batch.calls.flatMap((call) => batch.results.get(call.requestId) ?? []);
  if (results.length === 0) return;
  const placed = turn.messages[batch.at + 1]?.kind === 'results' ? 1 : 0;
  turn.messages = turn.messages.toSpliced(batch.at + 1, placed, { kind: 'results', results });
}
