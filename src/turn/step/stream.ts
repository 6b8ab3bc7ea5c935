import type { StreamSink, TurnStreamEvent } from '../../ports/stream.ts';

export type Forward = (event: TurnStreamEvent) => void;

const nowhere: Forward = () => {};

/**
 * Forwards progress as it happens and keeps nothing back, so that a slow sink cannot make this side grow.
 * A sink that fails once is closed for the rest of the turn; the turn itself never notices.
 */
export function forwardTo(sink: StreamSink | null): Forward {
  if (sink === null) return nowhere;
  let open = true;
  const close = (): void => {
    open = false;
  };
  return (event) => {
    if (!open) return;
    try {
      // A sink written as an async function still type-checks; its rejection must not end the process.
      const answer: unknown = sink.push(event);
      if (answer instanceof Promise) answer.catch(close);
    } catch {
      close();
    }
  };
}
