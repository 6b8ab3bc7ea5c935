import type { ConversationId } from '../../src/domain/ids.ts';
import type { Happened } from './messages.ts';

export type HappenedKind = Happened['kind'];
type Of<K extends HappenedKind> = Extract<Happened, { kind: K }>;

/** What has happened in conversations, for those who wait for it, also when it happened before they asked. */
export interface Happenings {
  take(what: Happened): void;
  /** Rejects when it has not happened within `ms`. */
  next<K extends HappenedKind>(conversation: ConversationId, kind: K, ms: number): Promise<Of<K>>;
  /** How often it has happened. */
  count(conversation: ConversationId, kind: HappenedKind): number;
  /** A long run must not remember everything. */
  forget(conversation: ConversationId): void;
}

/** What was waited for did not happen in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

export function makeHappenings(): Happenings {
  const happened = new Map<ConversationId, Happened[]>();
  const waiting = new Map<string, (what: Happened) => void>();
  const keyOf = (conversation: ConversationId, kind: HappenedKind): string => `${conversation} ${kind}`;
  const all = (conversation: ConversationId): Happened[] => happened.get(conversation) ?? [];
  const is =
    <K extends HappenedKind>(kind: K) =>
    (what: Happened): what is Of<K> =>
      what.kind === kind;

  return {
    take(what) {
      happened.set(what.conversation, [...all(what.conversation), what]);
      waiting.get(keyOf(what.conversation, what.kind))?.(what);
    },
    async next(conversation, kind, ms) {
      const already = all(conversation).find(is(kind));
      if (already !== undefined) return already;
      const { promise, resolve, reject } = Promise.withResolvers<Happened>();
      const key = keyOf(conversation, kind);
      const timer = setTimeout(() => reject(new TooLate(`no ${kind} in ${conversation} within ${ms} ms`)), ms);
      waiting.set(key, resolve);
      try {
        const what = await promise;
        if (is(kind)(what)) return what;
        throw new Error(`${what.kind} came where ${kind} was waited for`);
      } finally {
        clearTimeout(timer);
        waiting.delete(key);
      }
    },
    count: (conversation, kind) => all(conversation).filter(is(kind)).length,
    forget: (conversation) => void happened.delete(conversation),
  };
}
