import type { ConversationId } from '../../../src/domain/ids.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { Store } from '../../../src/ports/store.ts';
import { markOf, type Stops } from './stops.ts';

/** A store in which a conversation that has come to its point goes no further: nothing of it is read or written. */
export function stoppingStore(real: Store, stops: Stops): Store {
  const marks = new Map<ConversationId, string | null>();
  const never = new Promise<never>(() => {});

  const log: EventLog = {
    async read(conversation, after) {
      if (stops.isStopped(marks.get(conversation) ?? null)) return await never;
      return await real.log.read(conversation, after);
    },
    async append(conversation, events, options) {
      const before = (await real.log.read(conversation)).map(({ event }) => event);
      marks.set(conversation, markOf([...before, ...events]));
      if (stops.isStopped(marks.get(conversation) ?? null)) return await never;
      const point = stops.pointAt(before, events);
      if (point?.at === 'before') return await stops.stopAt(point);
      const result = await real.log.append(conversation, events, options);
      return point === null || result.kind !== 'appended' ? result : await stops.stopAt(point);
    },
  };
  return { ...real, log };
}
