import type { History } from '../crash/history.ts';

/** When the turns that ran at `disturbedAt` under a claim that was lost went on under a newer one; ms since the epoch. */
export function takeovers({ conversations }: History, disturbedAt: number): readonly number[] {
  return conversations.flatMap(({ log }) => {
    const starts = log.flatMap(({ at, event }) => (event.type === 'turn.started' ? [{ at, ...event }] : []));
    const ended = new Set(
      log.flatMap(({ event }) => (isEnd.has(event.type) && 'turnId' in event ? [event.turnId] : [])),
    );
    const lost = starts.find(({ at, turnId }) => at < disturbedAt && !ended.has(turnId));
    const next = lost && starts.find(({ at, epoch }) => at > disturbedAt && epoch > lost.epoch);
    return next === undefined ? [] : [next.at];
  });
}

const isEnd: ReadonlySet<string> = new Set([
  'turn.finished',
  'turn.paused',
  'turn.failed',
  'turn.stopped',
  'turn.parked',
]);
