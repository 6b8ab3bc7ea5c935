// @ts-check
/** @import { Call, Channel, Message, OpenView, Person, Place, Shortcut, View } from './shapes.js' */
/** @import { Names } from './names.js' */

/**
 * A listing as the server gave it. `refused` says why this person cannot see it.
 * @typedef {{ kind: 'loading' } | { kind: 'shown', messages: Message[], working: boolean } | { kind: 'refused', error: string }} Listing
 */

/**
 * Everything the page shows.
 * @typedef {object} State
 * @property {Place} place
 * @property {Person[]} people
 * @property {Channel[]} channels
 * @property {Names} names
 * @property {Listing} listing
 * @property {Listing} thread
 * @property {View | undefined} home
 * @property {OpenView[]} views
 * @property {Shortcut[]} shortcuts message shortcuts the app offers
 * @property {Call[]} calls
 * @property {boolean} drawerOpen
 */

/** @typedef {{ get: () => State, set: (patch: Partial<State>) => void, watch: (look: (state: State) => void) => void }} Store */

/**
 * @param {State} initial
 * @returns {Store}
 */
export function makeStore(initial) {
  let state = initial;
  /** @type {((state: State) => void)[]} */
  const watchers = [];
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      for (const look of watchers) look(state);
    },
    watch(look) {
      watchers.push(look);
    },
  };
}
