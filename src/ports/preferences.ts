import type { Person } from '../domain/person.ts';

/** Where cards reach a person: in the conversation's thread only, or by direct message as well. */
export type CardRoute = 'thread' | 'direct';

/**
 * What people chose for themselves, in one durable place that every process shares. Choosing again replaces; a promise
 * that resolves means durable. One person is a user id of one team: the same id of another team is somebody else.
 */
export interface Preferences {
  /** `thread` for whoever has chosen nothing. */
  cardRouteOf(person: Person): Promise<CardRoute>;
  chooseCardRoute(person: Person, route: CardRoute): Promise<void>;
  /** Everybody with one of these user ids, of whatever team, who chose `direct`. */
  whoChoseDirect(users: readonly string[]): Promise<readonly Person[]>;
  /** Forgets what the people of a team chose. */
  forgetTeam(team: string): Promise<void>;
}
