import { expect, it } from 'vitest';
import { conversationOf } from '../../src/slack/place.ts';
import { policy } from '../support/conversation.ts';
import { textOfBlocks } from '../support/scenario/shown-text.ts';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();
const SECRET = 'hunter2hunter2';

it('a secret is shown in the full view to those who may decide, and to nobody else', async () => {
  const tool = aTool('shop.refund', { gated: true });
  const slack = await bot({ tools: [tool], policy });
  const [alice, bob] = [slack.person('U0ALICE'), slack.person('U0BOB')];
  const root = await alice.say(C, `<@U0COUNTER> !call shop.refund {"password":"${SECRET}"}\n!step\n!say done`);
  const card = await cardIn(alice, root, 'view_all');
  expect(JSON.stringify(card.message)).not.toContain(SECRET);

  await bob.click(card, 'view_all');
  const masked = textOfBlocks((await bob.view()).view.blocks);
  await alice.click(card, 'view_all');
  await eventually('the secret', async () => textOfBlocks((await alice.view()).view.blocks).includes(SECRET));
  expect(masked).toContain('••••');
  expect(textOfBlocks((await bob.view()).view.blocks)).not.toContain(SECRET);
  expect(slack.logged.filter(({ message }) => message === 'masked arguments were shown to an approver')).toHaveLength(
    1,
  );

  await alice.submit((await alice.view()).id);
  await saysIn(alice, root, 'done');
  expect(tool.runs.map(({ args }) => args)).toEqual([{ password: SECRET }]);
});

it.each([
  ['once', {}],
  ['and is not asked again', { remember: ['remember'] }],
])('a note of whoever approves %s is signed and stands on the card', async (_, choice) => {
  const slack = await bot({ tools: [aTool('shop.refund', { gated: true, cacheable: true, effect: 'idempotent' })] });
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
  await alice.click(await cardIn(alice, root, 'view_all'), 'view_all');
  await alice.submit((await alice.view()).id, { note: 'seen the receipt', ...choice });
  const seen = await saysIn(alice, root, 'seen the receipt');
  expect(seen.map(({ blocks }) => textOfBlocks(blocks)).join()).toContain('Note: seen the receipt');
  const log = await slack.store.log.read(conversationOf({ team: 'T0LOCAL', channel: C, ts: root.ts }));
  const decided = log.flatMap(({ event }) => (event.type === 'approval.decided' ? [event.signed.decision] : []));
  expect(decided).toMatchObject([{ reason: 'seen the receipt', approver: { user: 'U0ALICE' } }]);
});
