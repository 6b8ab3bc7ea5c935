/** Someone in Slack, by the workspace they belong to (not the one they clicked in) and their user id. */
export interface Person {
  readonly team: string;
  readonly user: string;
}

export const samePerson = (a: Person, b: Person): boolean => a.team === b.team && a.user === b.user;

/** Injective key for maps and sets of people. */
export const personKey = (person: Person): string => JSON.stringify([person.team, person.user]);
