import { type Rejection, rejectionKey } from '../domain/approvals.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import type { Logger } from '../ports/logger.ts';
import type { Claim } from '../ports/work-queue.ts';
import type { Conversations } from './reader.ts';

/** Writes into the log, once each, which of its decisions do not count. */
export async function recordRejections(
  { conversations, logger }: { readonly conversations: Conversations; readonly logger: Logger },
  { conversation, epoch }: Claim,
  rejected: readonly Rejection[],
): Promise<void> {
  if (rejected.length === 0) return;
  for (const { approvalId: approval, because: code } of rejected) {
    logger.warn({ conversation, approval, code }, 'decision rejected');
  }
  await conversations.change(conversation, (now) => ({
    events: unreported(now, rejected),
    options: { epoch },
    result: null,
  }));
}

/** Decisions that answered nothing and are not in the log as such. */
export const strays = (now: Conversation): readonly DomainEvent[] => unreported(now, now.approvals.strays);

const unreported = ({ approvals }: Conversation, rejected: readonly Rejection[]): readonly DomainEvent[] =>
  [...new Map(rejected.map((one) => [rejectionKey(one), one]))]
    .filter(([key]) => !approvals.rejected.has(key))
    .map(([, one]) => ({ type: 'decision.rejected', ...one }));
