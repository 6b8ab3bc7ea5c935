import type { Ending } from './ending.ts';
import type { TurnResult } from './result.ts';
import type { Turn } from './turn-state.ts';

/** What the caller gets: how it ended, and everything the run left behind. */
export function resultOf(turn: Turn, ending: Ending): TurnResult {
  const left = {
    messages: turn.produced,
    usage: turn.usage,
    stop: turn.stop,
    pendingApprovals: ending.kind === 'paused' ? ending.approvals : [],
    outcomeQuestions: ending.kind === 'paused' ? ending.questions : [],
    failure: null,
    deniedUnattended: turn.deniedUnattended,
    grounded: turn.grounded,
    unmatchedDecisions: turn.unmatched,
    toolErrors: turn.toolErrors,
  };
  switch (ending.kind) {
    case 'finished':
      return { ...left, kind: 'finished', end: ending.end };
    case 'failed':
      return { ...left, kind: 'failed', failure: ending.failure };
    case 'paused':
    case 'stopped':
      return { ...left, kind: ending.kind };
  }
}
