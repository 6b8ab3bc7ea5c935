import { type ConversationId, conversationId } from '../domain/ids.ts';
import type { Places } from '../ports/places.ts';

/** A Slack thread. Nothing outside this folder knows what a thread is: they see an opaque conversation id. */
export interface Thread {
  /** The workspace the bot is installed in. */
  readonly team: string;
  readonly channel: string;
  /** ts of the thread's first message, never a reply's. */
  readonly ts: string;
}

const SHAPE = /^([TE][A-Z0-9]{1,30}):([CDG][A-Z0-9]{1,30}):(\d{1,16}\.\d{1,9})$/;

export const conversationOf = ({ team, channel, ts }: Thread): ConversationId =>
  conversationId(`${team}:${channel}:${ts}`);

/** Null for a conversation that is not in Slack. */
export function threadOf(conversation: ConversationId): Thread | null {
  const [, team, channel, ts] = SHAPE.exec(conversation) ?? [];
  if (team === undefined || channel === undefined || ts === undefined) return null;
  return { team, channel, ts };
}

/** A conversation's place for those who decide who may decide. `enterpriseOf` says which organisation a team is in. */
export const makePlaces = (enterpriseOf: (team: string) => string | null): Places => ({
  of(conversation) {
    const thread = threadOf(conversation);
    if (thread === null) throw new Error('This conversation is not in Slack');
    return { team: thread.team, enterprise: enterpriseOf(thread.team), channel: thread.channel };
  },
});
