import type { StoredEvent } from '../../domain/event.ts';
import type { Store } from '../../ports/store.ts';
import { inSpan, noTraces, type Tracer } from '../../ports/tracer.ts';

/** A store whose appends are traced, and with them every question that is put to people. */
export function tracedStore(store: Store, tracer: Tracer): Store {
  if (tracer === noTraces) return store;
  const { log } = store;

  const tell = ({ event }: StoredEvent): void => {
    if (event.type !== 'approval.requested') return;
    const { approvalId, call } = event.request;
    const fields = { approval: approvalId, requestId: call.requestId, tool: call.toolName };
    tracer.start({ name: 'approval', place: { kind: 'here' }, fields }).end();
  };

  return {
    ...store,
    log: {
      read: log.read,
      append: (conversation, events, options) => {
        const fields = { conversation, count: events.length };
        return inSpan(tracer, { name: 'append', place: { kind: 'here' }, fields }, async (span) => {
          const result = await log.append(conversation, events, options);
          span.set({ outcome: result.kind });
          if (result.kind === 'appended') result.events.forEach(tell);
          return result;
        });
      },
    },
  };
}
