import type { DomainEvent } from '../../src/domain/event.ts';
import type { EventLog } from '../../src/ports/event-log.ts';

/** The process dies instead of making an event of this type durable; answers what brings it back to life. */
export function dieAt({ log }: { readonly log: EventLog }, type: DomainEvent['type']): () => void {
  const append = log.append.bind(log);
  Reflect.set(log, 'append', (...args: Parameters<typeof append>) =>
    args[1].some((event) => event.type === type) ? Promise.reject(new Error('killed')) : append(...args),
  );
  return () => Reflect.set(log, 'append', append);
}
