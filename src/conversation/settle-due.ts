import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Claim } from '../ports/work-queue.ts';
import { dueAt, nextDueAt } from './expire.ts';
import type { Conversations, Proposal } from './reader.ts';
import { supersededBy, type WhilePaused } from './receive.ts';
import { strays } from './rejections.ts';

/**
 * The store's clock decides what is due; ours only says when it is worth asking. Within this difference of the two
 * nothing is late, and beyond it nothing is early.
 */
const MAX_SKEW_MS = 15 * 60 * 1000;
/** Each round settles something that stays settled; a conversation has far fewer open questions. */
const MAX_ROUNDS = 1_000;

interface SettleDeps {
  readonly conversations: Conversations;
  readonly clock: Clock;
  readonly whilePaused: WhilePaused;
}

/** Settles everything that needs nobody any more: expiries, reminders, cards a newer message took the place of. */
export async function settleDue(deps: SettleDeps, { conversation, epoch }: Claim): Promise<Conversation> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const changed = await deps.conversations.change(conversation, (now) => settling(deps, now, epoch));
    if (changed.kind !== 'changed' || changed.result === 'rests') break;
  }
  return await deps.conversations.read(conversation);
}

function settling({ clock, whilePaused }: SettleDeps, now: Conversation, epoch: number): Proposal<'settled' | 'rests'> {
  const moved = [...strays(now), ...(whilePaused === 'supersede' ? supersededMeanwhile(now) : [])];
  if (moved.length > 0) return { events: moved, options: { epoch }, result: 'settled' };
  const at = nextDueAt(now);
  if (at === null || at > clock.now() + MAX_SKEW_MS) return { events: [], result: 'rests' };
  const { events, owes } = dueAt(now, at);
  return { events, options: { epoch, owes, notBefore: at }, result: 'settled' };
}

/** A message its principal sent while a turn was still coming to its pause is as new as one sent after it. */
function supersededMeanwhile(now: Conversation): readonly DomainEvent[] {
  for (const [messageId, { addressed, author }] of now.transcript.waiting) {
    const events = addressed ? supersededBy(now, { messageId, author }) : [];
    if (events.length > 0) return events;
  }
  return [];
}
