import { afterEach } from 'vitest';
import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import type { Policy } from '../../../src/domain/policy.ts';
import { policy, treatment } from '../conversation.ts';
import { type BotInSlack, type BotOptions, botInSlack, threadOnce, withButton } from './bot-in-slack.ts';
import type { PersonInSlack, SeenMessage } from './people.ts';

export const C = 'C0GENERAL';

/** Anyone in the channel may decide. */
export const anyoneHere: Policy = {
  ...policy,
  otherwise: { ...treatment, approvers: { ...requesterOnly, channels: ['here'] } },
};

/** Bots for one test file; each test's bots are closed after it. */
export function botsPerTest(): (options?: BotOptions) => Promise<BotInSlack> {
  const bots: BotInSlack[] = [];
  afterEach(async () => {
    for (const bot of bots.splice(0)) await bot.close();
  });
  return async (options = {}) => {
    const bot = await botInSlack({ policy: anyoneHere, ...options });
    bots.push(bot);
    return bot;
  };
}

/** Waits for a message with this button in a thread. */
export async function cardIn(
  person: PersonInSlack,
  root: { readonly channel: string; readonly ts: string },
  action: string,
): Promise<{ readonly channel: string; readonly ts: string; readonly message: SeenMessage }> {
  const seen = await threadOnce(person, root, `a card with ${action}`, (all) => withButton(all, action) !== undefined);
  const message = withButton(seen, action);
  if (message === undefined) throw new Error('unreachable');
  return { channel: root.channel, ts: message.ts, message };
}

/** Waits until the bot says this in a thread. */
export const saysIn = (person: PersonInSlack, root: { readonly channel: string; readonly ts: string }, text: string) =>
  threadOnce(person, root, `“${text}”`, (all) =>
    all.some((message) => message.user === 'U0COUNTER' && JSON.stringify(message).includes(text)),
  );
