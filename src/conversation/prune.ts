import { pendingApprovals } from '../domain/approvals.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { ConversationId } from '../domain/ids.ts';
import { isTainted } from '../domain/taint.ts';
import { type SignedTombstone, type Tombstone, tombstoneBytesV1 } from '../domain/tombstone.ts';
import type { Clock } from '../ports/clock.ts';
import type { RestingConversation, Retention } from '../ports/retention.ts';
import type { Signer } from '../ports/signer.ts';
import { nextTurn } from './next-turn.ts';
import type { Conversations } from './reader.ts';
import { awaitsOutcome } from './recover.ts';

/** Conversations listed at once: the next page begins where this one ends, so none is seen twice. */
const PAGE = 500;

export interface Pruned {
  /** Conversations whose events were removed, or would be. */
  readonly conversations: number;
  /** Events removed; 0 in a dry run. */
  readonly events: number;
  /** Conversations that are old enough and not at rest, or were written to meanwhile. */
  readonly kept: number;
}

export type Prune = (what: { readonly olderThanMs: number; readonly dryRun: boolean }) => Promise<Pruned>;

/**
 * Replaces everything in conversations at rest by one signed tombstone each. First the tombstone is appended, where it
 * stands only if nobody wrote meanwhile; then what it buries is removed. A process that dies in between leaves a log that
 * verifies, and the next run removes the rest.
 */
export function makePrune(deps: {
  readonly conversations: Conversations;
  readonly retention: Retention;
  readonly signer: Signer;
  readonly clock: Clock;
}): Prune {
  const { conversations, retention, signer, clock } = deps;

  /** The number of events removed, or null when the conversation has to stay. */
  const pruneOne = async (resting: RestingConversation, dryRun: boolean): Promise<number | null> => {
    const { conversation: id, seq } = resting;
    const found = await conversations.read(id);
    if (!isAtRest(found, seq)) return null;
    if (dryRun) return 0;
    const signed = await sign(signer, tombstoneFor(resting, found, clock.now()));
    const changed = await conversations.change(id, (now) => {
      const still = isAtRest(now, seq);
      return { events: still ? [{ type: 'conversation.pruned', signed }] : [], result: still };
    });
    return changed.kind === 'changed' && changed.result ? await retention.removePruned(id) : null;
  };

  return async ({ olderThanMs, dryRun }) => {
    const writtenBefore = clock.now() - olderThanMs;
    let [pruned, events, kept] = [0, 0, 0];
    for (let after: ConversationId | null = null; ; ) {
      const page: readonly RestingConversation[] = await retention.resting(writtenBefore, PAGE, after);
      for (const resting of page) {
        const removed = await pruneOne(resting, dryRun);
        if (removed === null) kept += 1;
        else pruned += 1;
        events += removed ?? 0;
        after = resting.conversation;
      }
      if (page.length < PAGE) return { conversations: pruned, events, kept };
    }
  };
}

/** Nothing in it is open, asked, waiting or unknown, and its log ends where it was found to end. */
function isAtRest(now: Conversation, seq: number): boolean {
  const { kind } = now.status;
  if (now.position !== seq || (kind !== 'idle' && kind !== 'failed')) return false;
  return nextTurn(now).kind === 'none' && pendingApprovals(now.approvals).length === 0 && !awaitsOutcome(now);
}

const tombstoneFor = (resting: RestingConversation, { taint }: Conversation, prunedAt: number): Tombstone => ({
  conversation: resting.conversation,
  upTo: resting.seq,
  hash: resting.hash,
  lastWrittenAt: resting.writtenAt,
  prunedAt,
  tainted: isTainted(taint),
});

const sign = async (signer: Signer, tombstone: Tombstone): Promise<SignedTombstone> => ({
  version: 1,
  tombstone,
  signature: await signer.sign(tombstoneBytesV1(signer.kid, tombstone)),
});
