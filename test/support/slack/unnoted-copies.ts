import type { Store } from '../../../src/ports/store.ts';
import { StoreError } from '../../../src/ports/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';

export interface UnnotedCopies {
  readonly store: Store;
  /** Notes that were refused so far. */
  refused(): number;
}

/** A store that cannot take the note of cards in some channels, until it has been tried so often or something was decided. */
export async function unnotedCopies(isCopyIn: (channel: string) => boolean, tries: number): Promise<UnnotedCopies> {
  const store = await openSqliteStore({ path: ':memory:', now: Date.now });
  let refused = 0;
  let decided = false;
  const append: Store['log']['append'] = async (conversation, events, options) => {
    const isCopy = events.some((event) => event.type === 'card.posted' && isCopyIn(event.card.channel));
    if (isCopy && refused < tries && !decided) {
      refused += 1;
      throw new StoreError('store-unavailable', 'the disk does not answer');
    }
    const appended = await store.log.append(conversation, events, options);
    decided ||= events.some(({ type }) => type === 'approval.decided');
    return appended;
  };
  return { store: { ...store, log: { ...store.log, append } }, refused: () => refused };
}
