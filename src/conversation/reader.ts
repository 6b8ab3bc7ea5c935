import { type Conversation, emptyConversation, evolve } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import type { ConversationId, TurnId } from '../domain/ids.ts';
import { owedBy } from '../domain/owed-by.ts';
import { areRepeatable } from '../domain/repeatable.ts';
import { type TurnRecord, turnIn } from '../domain/turns.ts';
import type { AppendOptions, EventLog, Owed } from '../ports/event-log.ts';

/** Folds kept in memory; each may be dropped at any moment and folded again from the log. */
const MAX_FOLDS_KEPT = 512;
/** Writers of one conversation are few (people, one worker); losing this often means something else is wrong. */
const MAX_CONFLICTS = 50;

/** What a writer wants appended after it has looked at what holds now; no events means nothing to write. */
export interface Proposal<T> {
  readonly events: readonly DomainEvent[];
  /** What is owed beyond the cards the events are about; those are owed by themselves. */
  readonly options?: Omit<AppendOptions, 'after' | 'flush'>;
  readonly result: T;
}

export type Changed<T> =
  | { readonly kind: 'changed'; readonly result: T }
  | { readonly kind: 'fenced' }
  | { readonly kind: 'too-late' }
  | { readonly kind: 'too-early' };

/** Reads conversations through a bounded cache of folds, and changes them by append-or-decide-again. */
export interface Conversations {
  read(id: ConversationId): Promise<Conversation>;
  /** One of its turns, read from the log where the fold holds it no more; undefined when there was none. */
  turn(id: ConversationId, turn: TurnId): Promise<TurnRecord | undefined>;
  /**
   * Looks, decides, appends; when someone wrote in between, looks and decides again. `decide` must read the
   * conversation before its first await and may be called several times.
   */
  change<T>(id: ConversationId, decide: (now: Conversation) => Proposal<T> | Promise<Proposal<T>>): Promise<Changed<T>>;
}

/** Thrown when an append kept losing; the caller's work is undone and may be tried again later. */
export class TooContended extends Error {
  override readonly name = 'TooContended';
}

export function makeConversations(log: EventLog): Conversations {
  const folds = new Map<ConversationId, Conversation>();

  const keep = (conversation: Conversation): void => {
    folds.delete(conversation.id);
    folds.set(conversation.id, conversation);
    if (folds.size <= MAX_FOLDS_KEPT) return;
    const [oldest] = folds.keys();
    if (oldest !== undefined) folds.delete(oldest);
  };

  const read = async (id: ConversationId): Promise<Conversation> => {
    const conversation = folds.get(id) ?? emptyConversation(id);
    for (const stored of await log.read(id, conversation.position)) evolve(conversation, stored);
    keep(conversation);
    return conversation;
  };

  /** A fold that knows more than the log has (a server came back without its last writes) is of what did not happen. */
  const forgetIfAhead = async (id: ConversationId): Promise<void> => {
    const position = folds.get(id)?.position ?? 0;
    if (position > 0 && (await log.read(id, position - 1)).length === 0) folds.delete(id);
  };

  return {
    read,
    async turn(id, turn) {
      return (await read(id)).turns.recent.get(turn) ?? turnIn(await log.read(id), turn);
    },
    async change(id, decide) {
      for (let conflicts = 0; conflicts <= MAX_CONFLICTS; conflicts += 1) {
        const conversation = await read(id);
        const after = conversation.position;
        const proposal = await decide(conversation);
        if (proposal.events.length === 0) return { kind: 'changed', result: proposal.result };
        const owes = [...(proposal.options?.owes ?? []), ...owedFor(conversation, proposal.events)];
        const appended = await log.append(id, proposal.events, {
          ...proposal.options,
          ...(areRepeatable(proposal.events) ? { flush: 'later' } : {}),
          owes,
          after,
        });
        if (appended.kind === 'appended') {
          if (conversation.position === after) for (const stored of appended.events) evolve(conversation, stored);
          return { kind: 'changed', result: proposal.result };
        }
        if (appended.kind !== 'conflict') return appended;
        await forgetIfAhead(id);
      }
      throw new TooContended(`append to ${id} lost ${MAX_CONFLICTS} times`);
    },
  };
}

const owedFor = (conversation: Conversation, events: readonly DomainEvent[]): readonly Owed[] =>
  [...new Set(events.flatMap((event) => owedBy(event, conversation)))].map((key) => ({
    key,
    conversation: conversation.id,
  }));
