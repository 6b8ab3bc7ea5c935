import { expect, it } from 'vitest';
import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import { policy, treatment } from '../../support/conversation.ts';
import { withButton } from '../../support/slack/bot-in-slack.ts';
import { botsPerTest, C, cardIn, saysIn } from '../../support/slack/in-slack.ts';
import { eventually, type PersonInSlack } from '../../support/slack/people.ts';
import { unnotedCopies } from '../../support/slack/unnoted-copies.ts';
import { aTool } from '../../support/turn/tools.ts';

const LEADS = 'C0OPS';
const REMIND_AFTER_MS = 300;

const bot = botsPerTest();
const escalating = {
  ...policy,
  otherwise: {
    ...treatment,
    approvers: { ...requesterOnly, channels: ['here'] },
    remindAfterMs: REMIND_AFTER_MS,
    escalateTo: LEADS,
  },
};

const copies = async (person: PersonInSlack) =>
  (await person.messages(LEADS)).filter((message) => JSON.stringify(message).includes('shop.refund'));

async function escalated(fault: string | null) {
  const slack = await bot({ tools: [aTool('shop.refund', { gated: true })], policy: escalating });
  const alice = slack.person('U0ALICE');
  if (fault !== null) {
    await slack.control.fault({ method: 'chat.postMessage', match: { channel: LEADS }, times: 1, kind: fault });
  }
  const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
  await saysIn(alice, root, 'Still waiting for a decision');
  return { slack, alice, root };
}

it('a card nobody answers is shown where others look as well, and both copies are settled', async () => {
  const { alice, root } = await escalated(null);
  await eventually('a copy', async () => withButton(await copies(alice), 'approve'));
  const card = await cardIn(alice, root, 'approve');
  await alice.click(card, 'approve');
  await saysIn(alice, root, 'done');
  await eventually('both settled', async () => withButton(await copies(alice), 'approve') === undefined);
});

it.each(['drop-after-accept', 'drop-before', 'http:500'])(
  'a copy of which nobody knows whether it was posted (%s) is there once',
  async (fault) => {
    const { slack, alice } = await escalated(fault);
    await eventually('a copy that is noted', async () => {
      const [listing] = (await slack.commands.pendingFor({ team: 'T0LOCAL', user: 'U0ALICE' })).toDecide;
      return listing?.approval.cards.some(({ channel }) => channel === LEADS);
    });
    expect(await copies(alice)).toHaveLength(1);
  },
);

it('where Slack does not let us look, rather no copy is posted than two', async () => {
  const slack = await bot({ tools: [aTool('shop.refund', { gated: true })], policy: escalating });
  const alice = slack.person('U0ALICE');
  await slack.control.fault({
    method: 'chat.postMessage',
    match: { channel: LEADS },
    times: 1,
    kind: 'drop-after-accept',
  });
  await slack.control.fault({ method: 'conversations.history', times: 9, kind: 'error:not_in_channel' });
  const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}');
  await saysIn(alice, root, 'Still waiting for a decision');
  await eventually('a look that was refused', async () =>
    (await slack.control.calls()).some(({ method }) => method === 'conversations.history'),
  );
  await eventually('nothing owed', async () => (await slack.store.outbox.depth()).items === 0);
  expect(await copies(alice)).toHaveLength(1);
});

it('a copy that was posted and not noted before the decision is settled with the card', async () => {
  const { store, refused } = await unnotedCopies((channel) => channel === LEADS, Infinity);
  const slack = await bot({ tools: [aTool('shop.refund', { gated: true })], policy: escalating, store });
  const alice = slack.person('U0ALICE');
  const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
  await eventually('a note that failed', async () => refused() > 0);
  await alice.click(await cardIn(alice, root, 'approve'), 'approve');
  await eventually('the copy settled', async () => JSON.stringify(await copies(alice)).includes('Approved by'));
  expect([withButton(await copies(alice), 'approve'), (await copies(alice)).length]).toEqual([undefined, 1]);
});
