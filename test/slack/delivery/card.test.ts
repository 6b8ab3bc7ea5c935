import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/domain/conversation.ts';
import type { CardRef } from '../../../src/domain/decision.ts';
import { owedCard } from '../../../src/domain/owed.ts';
import { silent } from '../../../src/ports/logger.ts';
import { deliverCard } from '../../../src/slack/delivery/card.ts';
import { type DeliveryContext, makeSentMessages, STILL_WRITING } from '../../../src/slack/delivery/context.ts';
import { DirectoryUnknown } from '../../../src/slack/directory.ts';
import { threadOf } from '../../../src/slack/place.ts';
import type { CallOutcome } from '../../../src/slack/web/call.ts';
import { askedRequest, here, pausedWith, theApproval } from '../../support/conversation.ts';
import { memoryStreams } from '../../support/slack/memory-streams.ts';
import { threadsOnly } from '../../support/slack/threads-only.ts';
import { commandsWith } from '../../support/slack/unused-commands.ts';
import { virtualTimers } from '../../support/slack/virtual-timers.ts';
import { workspaceCalling } from '../../support/slack/workspace-calling.ts';

/** A card to deliver into a workspace that answers every call in the same way. */
function delivering(options: {
  readonly answers: CallOutcome;
  readonly writing?: boolean;
  readonly posted?: boolean;
  /** Tries before this one. */
  readonly attempts?: number;
  /** Its rule names a group, of which Slack says that there is none. */
  readonly goneGroup?: boolean;
}) {
  const calls: string[] = [];
  const noted: CardRef[] = [];
  const call = async (method: string): Promise<CallOutcome> => {
    calls.push(method);
    return options.answers;
  };
  const approvers = { ...askedRequest().approvers, ...(options.goneGroup === true ? { groups: ['S0GONE'] } : {}) };
  const events = pausedWith(askedRequest({ approvers })).slice(0, options.posted === true ? undefined : -1);
  const thread = threadOf(here);
  if (thread === null) throw new Error('the test’s place is in Slack');
  const commands = commandsWith({
    cardPosted: async (_, card) => {
      noted.push(card);
    },
  });
  const context: DeliveryContext = {
    item: { key: owedCard(theApproval), conversation: here, revision: 1, attempts: options.attempts ?? 0, dueAt: 0 },
    id: theApproval,
    thread,
    workspace: workspaceCalling(call),
    now: fold(
      here,
      events.map((event, index) => ({ seq: index + 1, at: 0, event })),
    ),
    commands,
    streams: memoryStreams(),
    live: { add() {}, isLive: () => options.writing === true, silence() {}, abandon() {}, allSettled: async () => {} },
    sent: makeSentMessages(),
    ...threadsOnly,
    directory: {
      ...threadsOnly.directory,
      membersOfGroup: () => Promise.reject(new DirectoryUnknown('no_such_subteam')),
    },
    timers: virtualTimers(),
    logger: silent,
    soleProcess: true,
  };
  return { deliver: () => deliverCard(context), calls, noted };
}

const refused = (code: string): CallOutcome => ({ kind: 'refused', code, details: [] });

describe('delivering a card', () => {
  it('waits until the answer before it is shown to its end', async () => {
    const { deliver, calls } = delivering({ answers: { kind: 'ok', body: {} }, writing: true });
    expect(await deliver()).toEqual(STILL_WRITING);
    expect(calls).toEqual([]);
  });

  it.each([
    ['a moment', 0, { kind: 'again', afterMs: null }],
    ['no longer than a minute', 6, { kind: 'done' }],
  ])('waits %s for a group whose members want it as well and cannot be told', async (_, attempts, delivery) => {
    const { deliver } = delivering({ answers: { kind: 'ok', body: {} }, posted: true, goneGroup: true, attempts });
    expect(await deliver()).toEqual(delivery);
  });

  it('notes where the card stands', async () => {
    const { deliver, noted } = delivering({ answers: { kind: 'ok', body: { channel: 'C0GENERAL', ts: '5.000005' } } });
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(noted).toEqual([{ channel: 'C0GENERAL', message: '5.000005' }]);
  });

  it('does not wait for an answer to update a card that is there', async () => {
    const { deliver, calls } = delivering({ answers: { kind: 'ok', body: {} }, writing: true, posted: true });
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(calls).toEqual(['chat.update']);
  });

  it.each(['is_archived', 'not_in_channel', 'account_inactive', 'token_revoked', 'missing_scope'])(
    'never takes %s for a denial: it tries again while somebody could still answer',
    async (code) => {
      const { deliver, noted } = delivering({ answers: refused(code) });
      expect(await deliver()).toMatchObject({ kind: 'again', afterMs: 300_000 });
      expect(noted).toEqual([]);
    },
  );

  it.each(['channel_not_found', 'thread_not_found'])('does not wait for a place that is gone (%s)', async (code) => {
    const { deliver, noted } = delivering({ answers: refused(code) });
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(noted).toEqual([]);
  });

  it.each(['is_archived', 'token_revoked'])(
    'lets the decision stand when %s keeps the card from changing',
    async (code) => {
      const { deliver } = delivering({ answers: refused(code), posted: true });
      expect(await deliver()).toEqual({ kind: 'done' });
    },
  );
});
