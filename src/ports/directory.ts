import type { Person } from '../domain/person.ts';

/** What Slack says about a person now. */
export interface Profile {
  readonly person: Person;
  /** The organisation the person's workspace belongs to, where Slack says so. */
  readonly enterprise?: string | null;
  readonly name: string;
  readonly bot: boolean;
  readonly deactivated: boolean;
  readonly guest: boolean;
  /** From another organisation, through Slack Connect. */
  readonly stranger: boolean;
  readonly admin: boolean;
}

/** Who people are and which groups they are in. A rejected promise means unknown: callers fail closed. */
export interface Directory {
  /**
   * `seenFrom` is the workspace to look from: people of another organisation are strangers there. Absent: the person's own.
   */
  profile(person: Person, seenFrom?: string): Promise<Profile | null>;
  isInGroup(team: string, group: string, person: Person): Promise<boolean>;
  isInChannel(team: string, channel: string, person: Person): Promise<boolean>;
  /** Whether people of another organisation are in a channel, or may come in. */
  isShared(team: string, channel: string): Promise<boolean>;
}
