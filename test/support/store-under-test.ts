import type { Store } from '../../src/ports/store.ts';

/** A store and its clock. The clock is the store's own, so it is asked and moved through here. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly now: () => Promise<number>;
  /** Lets time pass without waiting. */
  readonly advance: (ms: number) => Promise<void>;
}

/** Opens an empty store that is closed when the test ends. */
export type OpenStore = () => Promise<StoreUnderTest>;
