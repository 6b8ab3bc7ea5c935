import { describe, expect, it } from 'vitest';
import type { GrantListing } from '../../../src/conversation/commands.ts';
import { approvalId, conversationId, requestId } from '../../../src/domain/ids.ts';
import { validateMessage, validateView } from '../../../src/local-slack/server/block-kit/validate.ts';
import { askForm } from '../../../src/slack/views/ask-form.ts';
import { grantsNotice, pendingNotice } from '../../../src/slack/views/command-answers.ts';
import { denyForm, reasonOf } from '../../../src/slack/views/deny-form.ts';
import { helpNotice } from '../../../src/slack/views/help.ts';
import { homeView } from '../../../src/slack/views/home.ts';
import { endingNotice } from '../../../src/slack/views/notices.ts';
import { outcomeCard } from '../../../src/slack/views/outcome-card.ts';
import { alice, here, startTime } from '../../support/conversation.ts';
import { askedWith } from '../../support/elicitations.ts';
import { textOfBlocks } from '../../support/scenario/shown-text.ts';
import { aDecision, anApproval } from '../../support/slack/approvals.ts';

const listing = { conversation: here, approval: anApproval() };
const question = { conversation: here, elicitation: askedWith({ message: 'm'.repeat(2_000) }) };
const grant: GrantListing = {
  conversation: here,
  title: 'Add a note',
  grant: {
    id: approvalId('grant-1'),
    signed: aDecision('approve-and-remember'),
    holder: alice,
    toolName: 'shop.add_note',
    toolDefHash: 'hash-1',
    covered: new Set(['mutate-external']),
    grantedAt: startTime,
    expiresAt: startTime + 1,
    uses: 3,
    revokedAt: null,
  },
};
const many = <T>(item: T): T[] => Array.from({ length: 60 }, () => item);

describe('App Home', () => {
  it('is taken by Slack when it is empty', () => {
    const view = homeView({
      toDecide: [],
      questions: [],
      waiting: [],
      grants: [],
      recent: [],
      cardRoute: 'thread',
      notice: null,
    });
    expect(validateView(view)).toEqual({ kind: 'ok' });
  });

  it('is taken by Slack when everything is full', () => {
    const view = homeView({
      toDecide: many(listing),
      questions: many(question),
      waiting: many(listing),
      grants: many(grant),
      recent: many({
        ...listing,
        approval: { ...listing.approval, status: { kind: 'expired' as const }, settledAt: startTime },
      }),
      cardRoute: 'direct',
      notice: 'Taken back.',
    });
    expect(validateView(view)).toEqual({ kind: 'ok' });
  });

  it('shows of a grant what it covers, how often it was used, who gave it and until when', () => {
    const text = JSON.stringify(
      homeView({
        toDecide: [],
        questions: [],
        waiting: [],
        grants: [grant],
        recent: [],
        cardRoute: 'thread',
        notice: null,
      }),
    );
    for (const shown of [
      'shop.add_note',
      'changes things in other systems',
      'used 3 times',
      'U0BOB',
      '"type":"date"',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it.each([
    [here, '"channel_id":"C0GENERAL"'],
    [conversationId('T0LOCAL:D0ALICE:1.000100'), 'in direct messages'],
  ])('says where a grant holds and where something was decided: %s', (conversation, place) => {
    const settled = { conversation, approval: { ...listing.approval, status: { kind: 'expired' as const } } };
    const contents = { toDecide: [], questions: [], waiting: [], cardRoute: 'thread' as const, notice: null };
    const grants = homeView({ ...contents, grants: [{ ...grant, conversation }], recent: [] });
    const recent = homeView({ ...contents, grants: [], recent: [settled] });
    expect([grants, recent].map((view) => JSON.stringify(view).includes(place))).toEqual([true, true]);
  });

  it('says what was decided, by whom, for whom, and whether the arguments were changed', () => {
    const signed = aDecision('approve-edited', { effectiveArgsJson: '{}' });
    const approval = { ...listing.approval, status: { kind: 'approved' as const, signed }, settledAt: startTime };
    const view = homeView({
      toDecide: [],
      questions: [],
      waiting: [],
      grants: [],
      recent: [{ ...listing, approval }],
      cardRoute: 'thread',
      notice: null,
    });
    const text = textOfBlocks(view.blocks);
    expect(text).toContain(
      'Approved: Add a note · shop.add_note\nby <@U0BOB> with changed arguments · asked for by <@U0ALICE>',
    );
  });
});

describe('the choice how cards reach somebody', () => {
  it.each(['thread', 'direct'] as const)('stands where they left it: %s', (cardRoute) => {
    const { blocks } = homeView({
      toDecide: [],
      questions: [],
      waiting: [],
      grants: [],
      recent: [],
      cardRoute,
      notice: null,
    });
    const chosen = /"initial_option":.*?"value":"(\w+)"/.exec(JSON.stringify(blocks))?.[1];
    expect(chosen).toBe(cardRoute);
  });
});

describe('what commands answer', () => {
  it.each([
    ['grants', grantsNotice(many(grant))],
    ['no grants', grantsNotice([])],
    ['pending', pendingNotice({ toDecide: many(listing), questions: many(question), waiting: many(listing) })],
    ['help', helpNotice()],
  ])('is taken by Slack: %s', (_, message) => {
    expect(validateMessage(message)).toEqual({ kind: 'ok' });
  });
});

describe('forms', () => {
  it.each([
    ['deny', denyForm('approval-1')],
    ['ask', askForm('T1:C1:1.000001')],
  ])('are taken by Slack: %s', (_, view) => {
    expect(validateView(view)).toEqual({ kind: 'ok' });
  });

  it.each([
    [null, null, null],
    ['0', null, 'Not now'],
    [null, '  own words ', 'own words'],
    ['1', 'and why', 'Not allowed by policy: and why'],
    ['99', null, null],
  ])('make a reason of %s and %s', (canned, typed, reason) => {
    expect(reasonOf(canned, typed)).toBe(reason);
  });
});

describe('notices', () => {
  it.each([
    { kind: 'failed' as const, failure: { kind: 'model' as const, message: 'ECONNREFUSED 10.0.0.1' } },
    { kind: 'stopped' as const, by: alice },
    { kind: 'stopped' as const, by: null },
    { kind: 'parked' as const, attempts: 5 },
    { kind: 'finished' as const, end: 'max-steps' as const },
  ])('about the end of a turn are taken by Slack and say nothing of the fault: $kind', (ending) => {
    const message = endingNotice(ending, { conversation: here });
    expect(validateMessage(message ?? {})).toEqual({ kind: 'ok' });
    expect(JSON.stringify(message)).not.toContain('ECONNREFUSED');
  });

  it('are not needed where the answer says enough', () => {
    expect(endingNotice({ kind: 'finished', end: 'end' }, null)).toBeNull();
  });
});

describe('the question whether a call ran', () => {
  const question = {
    requestId: requestId('call-1'),
    toolName: 'shop.refund',
    effectiveArgsJson: '{"amount":1}',
    askedAt: 0,
    answer: null,
    outcome: null,
  };

  it('offers three answers, and none once it is answered', () => {
    const asked = outcomeCard({ approvalId: 'q1', question });
    const answered = outcomeCard({
      approvalId: 'q1',
      question: { ...question, answer: { kind: 'ran', by: alice } },
    });
    expect(validateMessage(asked)).toEqual({ kind: 'ok' });
    expect(validateMessage(answered)).toEqual({ kind: 'ok' });
    expect(JSON.stringify(asked).match(/action_id/g)).toHaveLength(3);
    expect(JSON.stringify(answered)).not.toContain('action_id');
  });

  it('offers none once the call was closed without an answer', () => {
    const closed = outcomeCard({ approvalId: 'q1', question: { ...question, outcome: 'unknown' } });
    expect(validateMessage(closed)).toEqual({ kind: 'ok' });
    expect(JSON.stringify(closed)).not.toContain('action_id');
  });
});
