import { expect, it } from 'vitest';
import { fold } from '../../../src/domain/conversation.ts';
import { approvalId } from '../../../src/domain/ids.ts';
import { silent } from '../../../src/ports/logger.ts';
import { makeCardAddresses } from '../../../src/slack/delivery/context.ts';
import { earlierCardLink } from '../../../src/slack/delivery/earlier-card.ts';
import { threadOf } from '../../../src/slack/place.ts';
import { approvalCard } from '../../../src/slack/views/approval-card.ts';
import type { CallOutcome } from '../../../src/slack/web/call.ts';
import { askedRequest, here, pausedWith, theApproval } from '../../support/conversation.ts';
import { anApproval } from '../../support/slack/approvals.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';
import { workspaceCalling } from '../../support/slack/workspace-calling.ts';

const LINK = 'https://acme.slack.com/archives/C0GENERAL/p2000200?thread_ts=1.000100&cid=C0GENERAL';
const linked: CallOutcome = { kind: 'ok', body: { ok: true, channel: 'C0GENERAL', permalink: LINK } };
const again = anApproval({ approvalId: approvalId('approval-2'), earlier: theApproval });

/** The links a card gets each time it is shown, where Slack answers in this way; null: never. */
async function linksTo(
  answers: readonly (CallOutcome | null)[],
  approval = again,
  events = pausedWith(askedRequest()),
) {
  const thread = threadOf(here);
  if (thread === null) throw new Error('the test’s place is in Slack');
  const timers = virtualTimers();
  const asked: unknown[] = [];
  const call = (method: string, args: unknown): Promise<CallOutcome> => {
    const answer = answers[asked.length] ?? null;
    asked.push([method, args]);
    return answer === null ? new Promise(() => {}) : Promise.resolve(answer);
  };
  const context = {
    now: fold(
      here,
      events.map((event, index) => ({ seq: index + 1, at: 0, event })),
    ),
    workspace: workspaceCalling(call),
    links: makeCardAddresses(() => timers.now()),
    thread,
    timers,
    logger: silent,
  };
  const links: (string | null)[] = [];
  for (const _ of answers) links.push(await timers.run(earlierCardLink(context, approval)));
  return { links, asked };
}

it('a card that asks again links to the card that asked before', async () => {
  const { links, asked } = await linksTo([linked]);
  expect(asked).toEqual([['chat.getPermalink', { channel: 'C0GENERAL', message_ts: '2.000200' }]]);
  expect(JSON.stringify(approvalCard(again, { earlier: links[0] ?? null }))).toContain(
    JSON.stringify({ type: 'link', url: LINK, text: 'an earlier card' }),
  );
});

it('Slack is asked once for the address of a card', async () => {
  const { links, asked } = await linksTo([linked, linked]);
  expect([links, asked.length]).toEqual([[LINK, LINK], 1]);
});

it.each<[string, CallOutcome | null]>([
  ['refuses', { kind: 'refused', code: 'message_not_found', details: [] }],
  ['limits calls', { kind: 'rate-limited', retryAfterMs: 30_000 }],
  ['cannot be reached', { kind: 'unknown', why: 'timeout' }],
  ['never answers', null],
  ['answers with what is no address', { kind: 'ok', body: { ok: true, permalink: 'javascript:alert(1)' } }],
])('where Slack %s, the card says it in words, and Slack is asked again the next time', async (_, answer) => {
  const { links, asked } = await linksTo([answer, linked]);
  expect([links, asked.length]).toEqual([[null, LINK], 2]);
  expect(JSON.stringify(approvalCard(again, { earlier: null }))).toContain('have changed since an earlier card.');
});

it('a card whose predecessor was never posted says it in words, and Slack is not asked', async () => {
  const unposted = pausedWith(askedRequest()).filter(({ type }) => type !== 'card.posted');
  expect(await linksTo([linked], again, unposted)).toEqual({ links: [null], asked: [] });
});

it('a card that asks for the first time links to nothing', async () => {
  expect(await linksTo([linked], anApproval())).toEqual({ links: [null], asked: [] });
});
