import { afterEach, describe, expect, test } from 'vitest';
import { botWithAgents } from '../support/slack/bot-with-agents.ts';
import { C } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';

type WithAgents = Awaited<ReturnType<typeof botWithAgents>>;
const open: WithAgents[] = [];
afterEach(async () => {
  for (const bot of open.splice(0)) await bot.close();
});
const start = async (): Promise<WithAgents> => {
  const bot = await botWithAgents(['billing', 'legal']);
  open.push(bot);
  return bot;
};

/** What Alice is told in private, once it holds this. */
const toldIn = (bot: WithAgents, text: string) =>
  eventually(`“${text}”`, async () => {
    const messages = await bot.person('U0ALICE').messages(C);
    return messages.find((message) => message.ephemeral && JSON.stringify(message).includes(text));
  });

describe('asking an agent by command', () => {
  test('puts the question into the channel, and that agent answers in its thread', async () => {
    const bot = await start();
    const alice = bot.person('U0ALICE');
    await alice.command(C, 'as Billing !say about <!channel>');
    const root = await eventually('the question', async () =>
      (await alice.messages(C)).find(({ blocks }) => JSON.stringify(blocks).includes('"billing"')),
    );
    expect(JSON.stringify(root.blocks)).toContain('!say about <!channel>');
    await eventually('the answer of billing', async () => {
      const [, ...thread] = await alice.messages(C, root.ts);
      return thread.some((message) => JSON.stringify(message).includes('about'));
    });
    expect(bot.asked).toEqual(['billing']);
  });

  test.each([
    ['as sales hello', 'No agent of that name. There are: billing, legal.'],
    ['as', 'No agent of that name. There are: billing, legal.'],
    ['as legal', 'Write what legal should do'],
    ['help', 'asks one of the agents here: billing, legal.'],
  ])('%s is answered in private, and nobody is asked', async (text, answer) => {
    const bot = await start();
    await bot.person('U0ALICE').command(C, text);
    await toldIn(bot, answer);
    expect(bot.asked).toEqual([]);
  });

  test('agents are named in App Home', async () => {
    const bot = await start();
    await bot.person('U0ALICE').openHome();
    await eventually('a Home with the agents', async () =>
      JSON.stringify(await bot.person('U0ALICE').home()).includes('billing, legal'),
    );
    expect(bot.asked).toEqual([]);
  });
});
