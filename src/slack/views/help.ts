import type { Message } from './message.ts';
import { bold, fallback, header, lines, words } from './rich.ts';

/** What the bot is and how to use it; said to whoever asks. `agents`: those that have a name here. */
export const helpNotice = (agents: readonly string[] = []): Message => ({
  text: fallback('How to use Countersign'),
  blocks: [
    header('How to use Countersign'),
    lines([
      [
        bold('Ask'),
        words(' by mentioning me in a channel, or write to me directly. In a thread of yours no mention is needed.'),
      ],
      [
        bold('Approve'),
        words(
          ' what I want to do on the card that appears: once, with changed arguments, or not again in this conversation.',
        ),
      ],
      [bold('Deny'), words(' with or without a reason; I am told and go on without it.')],
      [bold('Stop'), words(' me with the Stop button while I work.')],
      [bold('/countersign grants'), words(' shows what you allowed without being asked, and takes it back.')],
      [bold('/countersign pending'), words(' shows what waits for you and for your requests.')],
      ...(agents.length === 0 ? [] : [[bold('/countersign as NAME question'), words(` ${agentsWords(agents)}`)]]),
    ]),
  ],
});

/** Which other agents there are, and how else to ask one of them. */
export const agentsWords = (agents: readonly string[]): string =>
  `asks one of the agents here: ${agents.join(', ')}. So does a message that begins with “as NAME:”.`;
