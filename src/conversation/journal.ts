import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent, EventOf } from '../domain/event.ts';
import type { TurnId } from '../domain/ids.ts';
import type { Claim } from '../ports/work-queue.ts';
import type { Authority } from '../turn/authority.ts';
import { type TurnJournal, TurnLost } from '../turn/journal.ts';
import type { Changed, Conversations, Proposal } from './reader.ts';

/**
 * An intent that took longer to come back from the store was recorded under a claim that may have ended meanwhile: the
 * process stood still. Less than what is left of a lease at the latest renewal.
 */
const FRESH_MS = 5_000;

export interface JournalDeps {
  readonly conversations: Conversations;
  readonly claim: Claim;
  readonly turn: TurnId;
  /** The position at which the turn's first authority was read. */
  readonly authorityAt: number;
  readonly readAuthority: (now: Conversation) => Promise<Authority>;
  /** A person asked to stop, here or in another process. */
  readonly onStopAsked: () => void;
  /** Asks the store whether the claim still holds, and extends it. */
  readonly stillHeld: () => Promise<boolean>;
  /** The process is going down: only what a tool has really done is still written. */
  readonly isShuttingDown: () => boolean;
}

/** The turn's way into the log: fenced by the claim's epoch, and blind to nothing that bears on authority. */
export function makeJournal(deps: JournalDeps): TurnJournal {
  let authorityAt = deps.authorityAt;
  /** As far as this turn knows the log. One that ends earlier has lost what the turn went on from. */
  let known = deps.authorityAt;
  const options = { epoch: deps.claim.epoch };

  const attempt = async <T>(decide: (now: Conversation) => Proposal<T>): Promise<Changed<T>> => {
    let proposed = known;
    const changed = await deps.conversations.change(deps.claim.conversation, (now) => {
      if (now.status.kind !== 'running' || now.status.turnId !== deps.turn) throw new TurnLost('fenced');
      if (now.position < known) throw new TurnLost('fenced');
      if (now.status.stopAsked !== null) deps.onStopAsked();
      const proposal = decide(now);
      proposed = now.position + proposal.events.length;
      return proposal;
    });
    // What the store did not take is not known: the log may rightly end before it.
    if (changed.kind === 'changed') known = Math.max(known, proposed);
    return changed;
  };

  const change = async <T>(decide: (now: Conversation) => Proposal<T>): Promise<T> => {
    const changed = await attempt(decide);
    if (changed.kind !== 'changed') throw new TurnLost('fenced');
    return changed.result;
  };

  return {
    async commit(facts) {
      if (deps.isShuttingDown() && !facts.every(isRealResult)) throw new TurnLost('fenced');
      // The turn's own facts are known to it; they must not look like someone else's afterwards.
      authorityAt = await change((now) => {
        const unseen = now.authorityPosition > authorityAt;
        return { events: facts, options, result: unseen ? authorityAt : now.position + facts.length };
      });
    },
    async dispatch(intent, before) {
      if (deps.isShuttingDown()) throw new TurnLost('fenced');
      const askedAt = performance.now();
      const changed = await attempt((now) => {
        if (now.authorityPosition > authorityAt) return { events: [], result: 'void' as const };
        return {
          events: [...before, intent],
          options: { ...options, ...until(now, intent) },
          result: 'recorded' as const,
        };
      });
      if (changed.kind === 'changed' && changed.result === 'recorded') {
        if (performance.now() - askedAt > FRESH_MS && !(await deps.stillHeld())) throw new TurnLost('fenced');
        return { kind: 'recorded' };
      }
      if (changed.kind !== 'changed' && changed.kind !== 'too-late') throw new TurnLost('fenced');
      const now = await deps.conversations.read(deps.claim.conversation);
      authorityAt = now.position;
      return { kind: 'changed', authority: await deps.readAuthority(now) };
    },
  };
}

/** A grant has run out when the store's clock says so, whatever ours says. */
function until({ grants }: Conversation, { ground }: EventOf<'tool.dispatched'>): { readonly notAfter?: number } {
  const grant = ground.kind === 'granted' ? grants.get(ground.grant) : undefined;
  return grant === undefined ? {} : { notAfter: grant.expiresAt };
}

const isRealResult = (fact: DomainEvent): boolean =>
  fact.type === 'tool.completed' && (fact.result.outcome === 'succeeded' || fact.result.outcome === 'failed');
