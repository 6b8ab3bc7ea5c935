import { expect, it } from 'vitest';
import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import { emptyConversation } from '../../../src/domain/conversation.ts';
import { owedCard } from '../../../src/domain/owed.ts';
import { silent } from '../../../src/ports/logger.ts';
import { makeSentMessages } from '../../../src/slack/delivery/context.ts';
import { deliverDirect } from '../../../src/slack/delivery/direct.ts';
import { threadOf } from '../../../src/slack/place.ts';
import type { CallOutcome } from '../../../src/slack/web/call.ts';
import { here, profileOf, theApproval } from '../../support/conversation.ts';
import { anApproval } from '../../support/slack/approvals.ts';
import { memoryStreams } from '../../support/slack/memory-streams.ts';
import { threadsOnly } from '../../support/slack/threads-only.ts';
import { commandsWith } from '../../support/slack/unused-commands.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';
import { workspaceCalling } from '../../support/slack/workspace-calling.ts';

const PEOPLE = 12;
const users = Array.from({ length: PEOPLE }, (_, n) => `U0NUMBER${n}`);
/** What an item is leased for: after that another process takes it up. */
const LEASE_MS = 120_000;

/** Brings a card to a dozen people who want it, where every call to Slack takes so long. */
async function bringing(callMs: number) {
  const thread = threadOf(here);
  if (thread === null) throw new Error('the test’s place is in Slack');
  const timers = virtualTimers();
  const began = timers.now();
  let posted = 0;
  const call = async (method: string, args: object): Promise<CallOutcome> => {
    await new Promise<void>((resolve) => void timers.after(callMs, resolve));
    if (method === 'conversations.open') return { kind: 'ok', body: { channel: { id: `D${JSON.stringify(args)}` } } };
    posted += 1;
    return { kind: 'ok', body: { channel: `D${posted}`, ts: `5.${posted}` } };
  };
  const delivery = deliverDirect(
    {
      item: { key: owedCard(theApproval), conversation: here, revision: 1, attempts: 0, dueAt: 0 },
      id: theApproval,
      thread,
      workspace: workspaceCalling(call),
      now: emptyConversation(here),
      commands: commandsWith({ refusalFor: async () => null, cardPosted: async () => {} }),
      streams: memoryStreams(),
      live: { add() {}, isLive: () => false, silence() {}, abandon() {}, allSettled: async () => {} },
      sent: makeSentMessages(),
      ...threadsOnly,
      directory: { ...threadsOnly.directory, profile: async (person) => profileOf(person) },
      preferences: { whoChoseDirect: async () => users.map((user) => ({ team: 'T0LOCAL', user })) },
      timers,
      logger: silent,
      soleProcess: false,
    },
    anApproval({ approvers: { ...requesterOnly, users } }),
    true,
  );
  const became = await timers.run(delivery);
  return { became, posted, tookMs: timers.now() - began };
}

it('a card is brought to everybody in one go where Slack answers', async () => {
  expect(await bringing(300)).toMatchObject({ became: { kind: 'done' }, posted: PEOPLE });
});

it('where Slack is slow it goes on later, before another process takes it for forgotten and posts the same', async () => {
  const { became, posted, tookMs } = await bringing(14_000);
  expect(became).toEqual({ kind: 'again', afterMs: 0 });
  expect([posted > 0, posted < PEOPLE, tookMs < LEASE_MS]).toEqual([true, true, true]);
});
