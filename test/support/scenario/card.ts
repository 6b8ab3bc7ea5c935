import { eventually, type PersonInSlack, type SeenMessage, type SeenView } from '../slack/people.ts';
import { textOfBlocks, textOfMessage } from './shown-text.ts';

/** A card as it was when it was found, and what people do with it. */
export interface Card {
  readonly channel: string;
  readonly ts: string;
  readonly message: SeenMessage;
  /** Everything readable on it. */
  readonly text: string;
  press(person: PersonInSlack, action: CardAction): Promise<{ readonly ok: boolean }>;
  /** Presses a button that opens a form, and waits for the form. */
  open(person: PersonInSlack, action: 'deny' | 'edit' | 'view_all'): Promise<SeenView>;
  /** Waits until the card is settled and says this; answers all it then says. */
  settles(person: PersonInSlack, saying: string): Promise<string>;
}

export type CardAction = 'approve' | 'deny' | 'edit' | 'remember' | 'view_all';

export const hasButton = (message: SeenMessage, action: CardAction): boolean =>
  message.blocks.some((block) => block.elements?.some((element) => element.action_id === action));

/** The card that shows this text; where several share a message, the row that does. */
export function cardOf(
  thread: { readonly channel: string; readonly ts: string },
  message: SeenMessage,
  showing: string,
): Card {
  const { channel } = thread;
  const { ts } = message;
  const value = valueBeside(message, showing);
  return {
    channel,
    ts,
    message,
    text: textOfMessage(message),
    press: (person, action) => person.click({ channel, ts }, action, value),
    async open(person, action) {
      const before = new Set((await person.views()).map(({ id }) => id));
      await person.click({ channel, ts }, action, value);
      return await eventually(`the form of ${action}`, async () =>
        (await person.views()).find(({ id }) => !before.has(id)),
      );
    },
    settles: (person, saying) =>
      eventually(`a settled card with “${saying}”`, async () => {
        const now = (await person.messages(channel, thread.ts)).find((one) => one.ts === ts);
        if (now === undefined || hasButton(now, 'deny')) return null;
        const text = textOfMessage(now);
        return text.includes(saying) ? text : null;
      }),
  };
}

/** What the buttons below this text carry. */
function valueBeside({ blocks }: SeenMessage, showing: string): string | undefined {
  const at = blocks.findIndex((block) => textOfBlocks([block]).includes(showing));
  const buttons = blocks
    .slice(at)
    .flatMap(({ elements = [] }) => elements.filter((one) => one.action_id !== undefined));
  const value = buttons[0]?.['value'];
  return typeof value === 'string' ? value : undefined;
}
