import { assertNever } from '../../src/domain/assert-never.ts';
import type { DomainEvent } from '../../src/domain/event.ts';
import type { ConversationId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { type Happened, preciseNow } from './messages.ts';

/** A store that tells of what it has just made durable. */
export function reportedStore(store: Store, tell: (what: Happened) => void): Store {
  const { log } = store;
  return {
    ...store,
    log: {
      read: log.read,
      async append(conversation, events, options) {
        const result = await log.append(conversation, events, options);
        if (result.kind !== 'appended') return result;
        const at = preciseNow();
        for (const event of events) {
          const what = happened(conversation, event, at);
          if (what !== null) tell(what);
        }
        return result;
      },
    },
  };
}

type End = 'turn.finished' | 'turn.failed' | 'turn.stopped' | 'turn.parked';
type Told = End | 'card.posted' | 'approval.decided';

const told: ReadonlySet<string> = new Set<Told>([
  'card.posted',
  'approval.decided',
  'turn.finished',
  'turn.failed',
  'turn.stopped',
  'turn.parked',
]);
const isTold = (event: DomainEvent): event is Extract<DomainEvent, { type: Told }> => told.has(event.type);

function happened(conversation: ConversationId, event: DomainEvent, at: number): Happened | null {
  if (!isTold(event)) return null;
  switch (event.type) {
    case 'card.posted':
      return { kind: 'card', conversation, at, card: event.card };
    case 'approval.decided':
      return { kind: 'decided', conversation, at };
    case 'turn.finished':
    case 'turn.failed':
    case 'turn.stopped':
    case 'turn.parked':
      return { kind: 'ended', conversation, at, how: event.type.slice('turn.'.length) };
    default:
      return assertNever(event);
  }
}
