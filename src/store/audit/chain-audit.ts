import type { ConversationId } from '../../domain/ids.ts';
import type { Tombstone } from '../../domain/tombstone.ts';
import type { ChainedEvent, ChainHead } from '../../ports/chain-source.ts';
import { chainHash, chainStart } from '../chain.ts';
import type { Findings } from './finding.ts';
import { type PrunedPart, tombstoneAt } from './removed-before.ts';

export interface ChainAudit {
  /** Takes the next event of its conversation. */
  take(event: ChainedEvent): void;
  /** Names what was expected and never came. */
  finish(): void;
  readonly conversations: () => number;
  /** Beginnings that are gone because they were pruned; whether their tombstones are signed is not judged here. */
  readonly pruned: readonly PrunedPart[];
}

interface Link {
  seq: number;
  hash: string;
  broken: boolean;
}

type Expected = ReadonlyMap<ConversationId, ReadonlyMap<number, string>>;

/**
 * Walks the chains of all conversations at once, in whatever way they are interleaved. `expected` are ends that are
 * known from elsewhere (the store's own record, checkpoints): each must lie on its conversation's chain.
 */
export function makeChainAudit(expected: readonly ChainHead[], findings: Findings): ChainAudit {
  const links = new Map<ConversationId, Link>();
  const known = byConversation(expected);
  const pruned: PrunedPart[] = [];

  /** What was removed cannot be walked; where it ended must still be as it is known from elsewhere. */
  const goOnFrom = (link: Link, { conversation, upTo, hash }: Tombstone): void => {
    link.seq = upTo;
    link.hash = hash;
    if ((known.get(conversation)?.get(upTo) ?? hash) === hash) return;
    findings.add({ kind: 'rewritten', conversation, seq: upTo });
    link.broken = true;
  };

  return {
    take(event) {
      const { conversation, seq } = event;
      let link = links.get(conversation);
      if (link === undefined) {
        link = { seq: 0, hash: chainStart(conversation), broken: false };
        links.set(conversation, link);
      }
      if (link.broken) return;
      const tombstone = tombstoneAt(event);
      if (tombstone !== null && tombstone !== 'misplaced' && link.seq < tombstone.upTo) {
        pruned.push({ conversation, upTo: tombstone.upTo, at: tombstone.prunedAt });
        goOnFrom(link, tombstone);
        if (link.broken) return;
      }
      const asBuried = tombstone === null || (tombstone !== 'misplaced' && tombstone.hash === link.hash);
      const follows = asBuried && seq === link.seq + 1 && event.hash === chainHash(link.hash, event);
      const asKnown = (known.get(conversation)?.get(seq) ?? event.hash) === event.hash;
      if (!follows) findings.add({ kind: 'broken-chain', conversation, seq: link.seq + 1 });
      else if (!asKnown) findings.add({ kind: 'rewritten', conversation, seq });
      link.broken = !follows || !asKnown;
      link.seq = seq;
      link.hash = event.hash;
    },
    finish() {
      for (const [conversation, ends] of known) {
        const link = links.get(conversation);
        const last = link?.seq ?? 0;
        if (link?.broken === true) continue;
        if (Math.max(...ends.keys()) > last) findings.add({ kind: 'missing-tail', conversation, seq: last + 1 });
      }
    },
    conversations: () => links.size,
    pruned,
  };
}

/** Two records of one place that differ cannot both be kept; the chain agrees with at most one, so the audit fails either way. */
function byConversation(heads: readonly ChainHead[]): Expected {
  const known = new Map<ConversationId, Map<number, string>>();
  for (const { conversation, seq, hash } of heads) {
    const ends = known.get(conversation) ?? new Map<number, string>();
    const before = ends.get(seq);
    ends.set(seq, before === undefined || before === hash ? hash : 'two records differ');
    known.set(conversation, ends);
  }
  return known;
}
