import { eventually, type PersonInSlack, type SeenMessage } from '../slack/people.ts';
import { type Card, cardOf, hasButton } from './card.ts';
import { textOfMessage } from './shown-text.ts';

/** Where a thread is: its channel and the ts of its first message. */
export interface Place {
  readonly channel: string;
  readonly ts: string;
}

export const BOT = 'U0COUNTER';

/** A thread in which somebody talks with the bot, as that person sees it unless another is named. */
export interface Thread extends Place {
  readonly asker: PersonInSlack;
  say(text: string, by?: PersonInSlack): Promise<void>;
  /** The replies so far; private notices are among them. */
  replies(to?: PersonInSlack): Promise<readonly SeenMessage[]>;
  /** Waits until the bot has said this, in an answer, a notice or a card. */
  sees(text: string, to?: PersonInSlack): Promise<SeenMessage>;
  /** Waits until this person, and only they, are told this. */
  isToldPrivately(person: PersonInSlack, text: string): Promise<SeenMessage>;
  /** Waits for an open card that shows this text. */
  card(showing: string): Promise<Card>;
}

/** Says something to the bot in a channel, or to the bot directly, and watches the thread it opens. */
export async function ask(asker: PersonInSlack, channel: string, text: string): Promise<Thread> {
  return threadAt(asker, await asker.say(channel, text));
}

export function threadAt(asker: PersonInSlack, { channel, ts }: Place): Thread {
  const replies = async (to = asker): Promise<readonly SeenMessage[]> => (await to.messages(channel, ts)).slice(1);
  const find = (what: string, to: PersonInSlack, fits: (message: SeenMessage) => boolean): Promise<SeenMessage> =>
    eventually(`${what} in ${channel}`, async () => (await replies(to)).findLast(fits));
  const says = (text: string) => (message: SeenMessage) => textOfMessage(message).includes(text);
  return {
    channel,
    ts,
    asker,
    replies,
    async say(text, by = asker) {
      await by.say(channel, text, ts);
    },
    sees: (text, to = asker) =>
      find(`“${text}”`, to, (message) => message.user === BOT && message.ephemeral !== true && says(text)(message)),
    isToldPrivately: (person, text) =>
      find(`a private “${text}”`, person, (message) => message.ephemeral === true && says(text)(message)),
    async card(showing) {
      const isOpen = (message: SeenMessage): boolean => hasButton(message, 'deny') && says(showing)(message);
      return cardOf({ channel, ts }, await find(`a card with “${showing}”`, asker, isOpen), showing);
    },
  };
}
