import type { DomainEvent } from '../../../src/domain/event.ts';
import { markIn, type Point, sayPoint } from './points.ts';

/** Stops conversations at their points, each for good; the process is killed once all of them stand. */
export interface Stops {
  /** The point that an append of `events` to a log of `before` comes to, if any. */
  pointAt(before: readonly DomainEvent[], events: readonly DomainEvent[]): Point | null;
  inTool(mark: string): Point | null;
  isStopped(mark: string | null): boolean;
  /** Never resolves. */
  stopAt(point: Point): Promise<never>;
}

export function makeStops(points: readonly Point[], say: (line: string) => void): Stops {
  const byMark = new Map(points.map((point) => [point.mark, point]));
  const stopped = new Set<string>();
  return {
    pointAt(before, events) {
      const point = byMark.get(markOf([...before, ...events]) ?? '');
      if (point === undefined || point.at === 'effect') return null;
      const count = countOf(before, point.event);
      return count < point.nth && count + countOf(events, point.event) >= point.nth ? point : null;
    },
    inTool(mark) {
      const point = byMark.get(mark);
      return point?.at === 'effect' ? point : null;
    },
    isStopped: (mark) => mark !== null && stopped.has(mark),
    stopAt(point) {
      if (!stopped.has(point.mark)) say(`stopped: ${sayPoint(point)}`);
      stopped.add(point.mark);
      // Nothing of this process gets to run any more; the kernel ends it as a power cut of the process would.
      if (stopped.size === points.length) process.kill(process.pid, 'SIGKILL');
      return new Promise<never>(() => {});
    },
  };
}

/** The word that names a conversation: it stands in its first message. */
export function markOf(events: readonly DomainEvent[]): string | null {
  const first = events.find((event) => event.type === 'message.received');
  return first === undefined ? null : markIn(first.text);
}

const countOf = (events: readonly DomainEvent[], type: string): number =>
  events.filter((event) => event.type === type).length;
