import type { StoredEvent } from '../domain/event.ts';
import type { ApprovalId } from '../domain/ids.ts';
import { boundedWords } from './bounded-words.ts';
import type { Meters } from './meters.ts';

/** Questions whose time of asking is remembered; the oldest are forgotten and their wait is not measured. */
const ASKED_KEPT = 10_000;
const MS_PER_SECOND = 1_000;

/** Counts what events tell, as they are appended. Each is appended once by one process, so sums over processes are right. */
export function makeEventMeter(meters: Meters): (stored: StoredEvent) => void {
  const askedAt = new Map<ApprovalId, number>();
  const rejection = boundedWords();

  const ask = (approval: ApprovalId, at: number): void => {
    askedAt.set(approval, at);
    const [oldest] = askedAt.keys();
    if (askedAt.size > ASKED_KEPT && oldest !== undefined) askedAt.delete(oldest);
  };

  return ({ at, event }) => {
    switch (event.type) {
      case 'approval.requested':
        return ask(event.request.approvalId, at);
      case 'approval.decided': {
        const { approvalId, decision } = event.signed.decision;
        meters.decisions.inc({ decision });
        const asked = askedAt.get(approvalId);
        askedAt.delete(approvalId);
        if (asked !== undefined) meters.decisionWait.observe((at - asked) / MS_PER_SECOND);
        return;
      }
      case 'click.refused':
        return meters.clicksRefused.inc({ because: event.because });
      case 'decision.rejected':
        return meters.decisionsRejected.inc({ because: rejection(event.because) });
      case 'tool.dispatched':
        return event.ground.kind === 'granted' ? meters.grantUses.inc() : undefined;
      case 'tool.completed':
        return meters.toolCalls.inc({ outcome: event.result.outcome });
      case 'outcome.questioned':
        return meters.outcomesUnknown.inc();
      case 'turn.paused':
      case 'turn.finished':
      case 'turn.failed':
      case 'turn.stopped':
      case 'turn.parked':
        return meters.turns.inc({ end: event.type.slice('turn.'.length) });
      default:
        return;
    }
  };
}
