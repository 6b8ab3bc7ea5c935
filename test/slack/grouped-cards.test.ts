import { describe, expect, it } from 'vitest';
import { textOfBlocks } from '../support/scenario/shown-text.ts';
import { type BotInSlack, withButton } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, saysIn } from '../support/slack/in-slack.ts';
import { eventually, type PersonInSlack, type SeenMessage } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const MANY = 20;
const ROWS = 8;
type Root = { readonly channel: string; readonly ts: string };

const asking = (count: number, args = (n: number) => `{"n":${n}}`): string =>
  `<@U0COUNTER> ${Array.from({ length: count }, (_, n) => `!call shop.refund ${args(n + 1)}`).join('\n')}\n!step\n!say done`;

const cardsIn = async (person: PersonInSlack, root: Root): Promise<readonly SeenMessage[]> =>
  (await person.messages(C, root.ts)).filter((message) => withButton([message], 'deny') !== undefined);

/** The ids in the buttons with this action, in the order of the rows. */
const idsOf = (message: SeenMessage, action: string): readonly string[] =>
  message.blocks
    .flatMap(({ elements }) => elements ?? [])
    .flatMap((element) => (element.action_id === action ? [String(element['value'])] : []));

const press = async (slack: BotInSlack, user: string, ts: string, action: string, value: string): Promise<void> => {
  expect(await slack.person(user).click({ channel: C, ts }, action, value)).toMatchObject({ ok: true });
};

async function asked(text: string) {
  const tool = aTool('shop.refund', { gated: true });
  const slack = await bot({ tools: [tool] });
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, text);
  return { tool, slack, alice, root };
}

describe('very many calls of one turn', () => {
  it('share messages, every one with a row of its own', async () => {
    const { alice, root } = await asked(asking(MANY));
    const cards = await eventually('all the cards', async () => {
      const found = await cardsIn(alice, root);
      return found.length === Math.ceil(MANY / ROWS) ? found : null;
    });
    const text = cards.map(({ blocks }) => textOfBlocks(blocks)).join('\n');
    for (let n = 1; n <= MANY; n += 1) expect(text).toContain(`n: ${n}`);
    expect(new Set(cards.flatMap((card) => idsOf(card, 'approve'))).size).toBe(MANY);
  });

  it('are decided one by one, and nothing else runs', async () => {
    const { tool, slack, alice, root } = await asked(asking(MANY));
    const [card] = await eventually('all the cards', async () => {
      const found = await cardsIn(alice, root);
      return found.length === Math.ceil(MANY / ROWS) ? found : null;
    });
    if (card === undefined) throw new Error('there is one');
    const [first = '', second = '', third = ''] = idsOf(card, 'approve');
    await press(slack, 'U0BOB', card.ts, 'approve', second);
    await saysIn(alice, root, 'It ran.');
    expect(tool.runs.map(({ args }) => args)).toEqual([{ n: 2 }]);
    await press(slack, 'U0BOB', card.ts, 'deny', first);
    const bob = slack.person('U0BOB');
    await bob.submit((await bob.view()).id, { reason: 'not that one' });
    await saysIn(alice, root, 'Denied by');
    await press(slack, 'U0BOB', card.ts, 'view_all', third);
    await bob.submit((await bob.view()).id);
    await eventually('the third to run', async () => tool.runs.length === 2);
    expect(tool.runs.map(({ args }) => args)).toEqual([{ n: 2 }, { n: 3 }]);
    const [now] = await cardsIn(alice, root);
    expect(now === undefined ? [] : idsOf(now, 'approve')).toHaveLength(ROWS - 3);
  });

  it('cannot be approved in a row that has no room for all there is to see', async () => {
    const long = (n: number): string => `{"n":${n},"text":"${'long '.repeat(100)}END"}`;
    const { slack, tool, alice, root } = await asked(asking(6, long));
    const [card] = await eventually('the card', async () => {
      const found = await cardsIn(alice, root);
      return found.length > 0 ? found : null;
    });
    if (card === undefined) throw new Error('there is one');
    expect(idsOf(card, 'approve')).toEqual([]);
    const [first = ''] = idsOf(card, 'view_all');
    await slack.store.inbox.store({
      key: 'forged',
      kind: 'action',
      receivedAt: Date.now(),
      body: JSON.stringify({
        type: 'block_actions',
        user: { id: 'U0BOB', team_id: 'T0LOCAL' },
        team: { id: 'T0LOCAL' },
        channel: { id: C },
        message: { ts: card.ts },
        actions: [{ action_id: 'approve', value: first, action_ts: '1.0' }],
      }),
    });
    const bob = slack.person('U0BOB');
    await eventually('the refusal', async () =>
      JSON.stringify(await bob.messages(C, root.ts)).includes('Not everything fits'),
    );
    expect(tool.runs).toHaveLength(0);
    await press(slack, 'U0BOB', card.ts, 'view_all', first);
    expect(textOfBlocks((await bob.view()).view.blocks)).toContain('END');
  });

  it('that are few have a card each', async () => {
    const { alice, root } = await asked(asking(5));
    await eventually('five cards', async () => (await cardsIn(alice, root)).length === 5);
  });

  it('are all withdrawn by a newer message, and no row can be pressed any more', async () => {
    const { alice, root, tool } = await asked(asking(MANY));
    await eventually('all the cards', async () => (await cardsIn(alice, root)).length === Math.ceil(MANY / ROWS));
    await alice.say(C, '!say instead', root.ts);
    await eventually('no card to be open', async () => (await cardsIn(alice, root)).length === 0);
    expect(tool.runs).toHaveLength(0);
  });

  it('whose shared message was posted unseen is not posted twice', async () => {
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({ tools: [tool] });
    const alice = slack.person('U0ALICE');
    await slack.control.fault({ method: 'chat.postMessage', times: 1, kind: 'drop-after-accept' });
    const root = await alice.say(C, asking(ROWS));
    await eventually('every call to have its card', async () => {
      const { toDecide } = await slack.commands.pendingFor({ team: 'T0LOCAL', user: 'U0BOB' });
      return toDecide.length === ROWS && toDecide.every(({ approval }) => approval.cards.length === 1);
    });
    await eventually('nothing to be owed', async () => (await slack.store.outbox.depth()).items === 0);
    expect(await cardsIn(alice, root)).toHaveLength(1);
  });
});
