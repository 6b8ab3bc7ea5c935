/**
 * Who may answer a card, as data. A person qualifies by being named, by membership in a named user group,
 * by membership of a channel, or by being the requester. Nobody named means nobody qualifies.
 */
export interface ApproverRule {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** Members of these channels; the word `here` means the conversation's own channel. */
  readonly channels: readonly string[];
  readonly requester: boolean;
  /** How many distinct people must approve. At least 1. */
  readonly quorum: number;
  /** The requester never counts, whatever else names them. */
  readonly notRequester: boolean;
}

export const requesterOnly: ApproverRule = {
  users: [],
  groups: [],
  channels: [],
  requester: true,
  quorum: 1,
  notRequester: false,
};
