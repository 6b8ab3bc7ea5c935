import { describe, expect, test } from 'vitest';
import type { Answering } from '../../src/conversation/commands.ts';
import { requesterOnly } from '../../src/domain/approver-rule.ts';
import type { ApprovalRequest, DomainEvent } from '../../src/domain/event.ts';
import { approvalId, requestId } from '../../src/domain/ids.ts';
import type { Person } from '../../src/domain/person.ts';
import type { Directory, Profile } from '../../src/ports/directory.ts';
import {
  alice,
  askedRequest,
  bob,
  carol,
  conversationWith,
  directoryOf,
  here,
  pausedWith,
  profileOf,
  theApproval,
  theCard,
  theTurn,
} from '../support/conversation.ts';

type Conversation = Awaited<ReturnType<typeof conversationWith>>;

/** Everything about refused presses that the log holds. */
async function refusals({ store }: Conversation) {
  const events = (await store.log.read(here)).map(({ event }) => event);
  return events.flatMap((event) => {
    if (event.type !== 'click.refused') return [];
    const { approvalId: approval, person, action, because } = event;
    return [{ approval, person, action, because }];
  });
}

const press = (given: Partial<Answering> = {}): Answering => ({
  approvalId: theApproval,
  person: bob,
  enterprise: null,
  card: theCard,
  answer: { kind: 'approve', note: null },
  ...given,
});

const is = (traits: Partial<Profile>): Partial<Directory> => ({ profile: async (who) => profileOf(who, traits) });
const anyone = { ...requesterOnly, channels: ['here'] };

interface Case {
  readonly request?: Partial<ApprovalRequest>;
  readonly directory?: Partial<Directory>;
  readonly press?: Partial<Answering>;
  readonly before?: (it: Conversation) => Promise<unknown>;
}

const edited = { kind: 'approve-edited', argsJson: '{}', note: null } as const;
const elsewhere = { channel: theCard.channel, message: '9.000900' };

describe('a refused press on a card is in the log with who, what and why', () => {
  test.each<[string, Case]>([
    ['not-an-approver', { request: { approvers: requesterOnly } }],
    [
      'requester-may-not-decide',
      { request: { approvers: { ...anyone, notRequester: true } }, press: { person: alice } },
    ],
    ['guest', { directory: is({ guest: true }) }],
    ['stranger', { directory: is({ stranger: true }) }],
    ['bot', { directory: is({ bot: true }) }],
    ['deactivated', { directory: is({ deactivated: true }) }],
    ['other-team', { press: { person: { team: 'T0OTHER', user: 'U0BOB' } } }],
    ['unknown-person', { directory: { profile: async () => null } }],
    ['lookup-failed', { directory: { profile: () => Promise.reject(new Error('down')) } }],
    [
      'already-endorsed',
      { request: { approvers: { ...anyone, quorum: 2 } }, before: (it) => it.commands.answer(press()) },
    ],
    ['may-not-remember', { request: { cacheable: false }, press: { answer: { kind: 'approve-and-remember' } } }],
    ['may-not-edit', { request: { approvers: { ...anyone, quorum: 2 } }, press: { answer: edited } }],
    ['wrong-card', { press: { card: elsewhere } }],
    ['already-settled', { before: (it) => it.commands.answer(press({ person: alice })) }],
  ])('%s', async (because, given) => {
    const it = await conversationWith({
      events: pausedWith(askedRequest(given.request)),
      directory: directoryOf(given.directory),
    });
    await given.before?.(it);
    const refused = press(given.press);
    await it.commands.answer(refused);
    expect(await refusals(it)).toEqual([
      { approval: theApproval, person: refused.person, action: refused.answer.kind, because },
    ]);
  });

  test('a deny after one’s own approval is refused as any other late press', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.commands.answer(press());
    const denial = press({ answer: { kind: 'deny', reason: null } });
    expect(await it.commands.answer(denial)).toMatchObject({ kind: 'already-settled' });
    expect(await refusals(it)).toMatchObject([{ action: 'deny', because: 'already-settled' }]);
  });

  test('one press delivered twice is no refused one', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.commands.answer(press());
    await it.commands.answer(press());
    expect(await refusals(it)).toEqual([]);
  });

  test('a crowd that presses at once is written down to the last of it', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest({ approvers: requesterOnly })) });
    const crowd = Array.from({ length: 120 }, (_, i): Person => ({ team: 'T0LOCAL', user: `U${i}` }));
    await Promise.all(crowd.map((person) => it.commands.answer(press({ person }))));
    expect(new Set((await refusals(it)).map(({ person }) => person.user)).size).toBe(crowd.length);
  });
});

const failed: readonly DomainEvent[] = [
  { type: 'turn.started', turnId: theTurn, principal: alice, takes: [], epoch: 1, persona: null },
  { type: 'turn.failed', turnId: theTurn, failure: { kind: 'model', message: '' } },
];
const guests = directoryOf(is({ guest: true }));

describe('a refused press of another button is in the log as well', () => {
  test('more time for a card', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest({ approvers: requesterOnly })) });
    await it.commands.extend(theApproval, bob);
    expect(await refusals(it)).toEqual([
      { approval: theApproval, person: bob, action: 'extend', because: 'not-an-approver' },
    ]);
  });

  test('more time for a card that is settled', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.commands.answer(press());
    await it.commands.extend(theApproval, carol);
    expect(await refusals(it)).toMatchObject([{ person: carol, action: 'extend', because: 'already-settled' }]);
  });

  test('Retry', async () => {
    const it = await conversationWith({ events: failed, directory: guests });
    await it.commands.retry(here, bob);
    expect(await refusals(it)).toEqual([{ approval: null, person: bob, action: 'retry', because: 'guest' }]);
  });

  test('Stop', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()), directory: guests });
    expect(await it.commands.stop(here, bob)).toBe('guest');
    expect(await refusals(it)).toEqual([{ approval: null, person: bob, action: 'stop', because: 'guest' }]);
  });

  test('taking back somebody else’s permission', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.commands.answer(press({ person: alice, answer: { kind: 'approve-and-remember' } }));
    await it.commands.revoke(theApproval, bob);
    expect(await refusals(it)).toEqual([
      { approval: theApproval, person: bob, action: 'revoke', because: 'not-yours' },
    ]);
  });

  test('saying whether a call ran', async () => {
    const question = approvalId('question-1');
    const call = { requestId: requestId('call-1'), toolName: 'pay', argsJson: '{}' };
    const it = await conversationWith({
      events: [
        { type: 'turn.started', turnId: theTurn, principal: alice, takes: [], epoch: 1, persona: null },
        {
          type: 'tool.dispatched',
          turnId: theTurn,
          call,
          effectiveArgsJson: '{}',
          toolDefHash: '',
          effect: 'once',
          idempotencyKey: 'k',
          epoch: 1,
          ground: { kind: 'ungated' },
        },
        { type: 'outcome.questioned', approvalId: question, requestId: call.requestId, toolName: 'pay' },
        { type: 'turn.paused', turnId: theTurn, approvals: [] },
      ],
    });
    await it.commands.answerOutcome({ approvalId: question, person: bob, answer: 'ran' });
    await it.commands.answerOutcome({ approvalId: question, person: alice, answer: 'ran' });
    await it.commands.answerOutcome({ approvalId: question, person: alice, answer: 'run-again' });
    expect(await refusals(it)).toEqual([
      { approval: question, person: bob, action: 'ran', because: 'not-an-approver' },
      { approval: question, person: alice, action: 'run-again', because: 'already-settled' },
    ]);
  });
});

describe('a refusal noted by the surface', () => {
  const forged = { conversation: here, approvalId: approvalId('forged'), person: bob, action: 'approve' };

  test('is in the log of the place it was made in', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.commands.recordRefusal({ ...forged, because: 'unknown-approval' });
    expect(await refusals(it)).toMatchObject([{ approval: 'forged', because: 'unknown-approval' }]);
  });

  test('begins no log where there is none', async () => {
    const it = await conversationWith({});
    await it.commands.recordRefusal({ ...forged, because: 'unknown-approval' });
    expect(await it.types()).toEqual([]);
  });
});

describe('a press whose handling failed', () => {
  const given = { approvalId: theApproval, person: bob, action: 'approve' };

  test('stands when it was recorded after all', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.commands.answer(press());
    expect(await it.commands.giveUp(given)).toBe('stands');
    expect(await refusals(it)).toEqual([]);
  });

  test('is recorded as given up when it was not, and an append still under way finds the log moved on', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    const { position } = await it.conversations.read(here);
    expect(await it.commands.giveUp(given)).toBe('nothing-recorded');
    expect(await refusals(it)).toMatchObject([{ person: bob, because: 'gave-up' }]);
    const late = await it.store.log.append(here, [{ type: 'stop.requested', by: bob }], { after: position });
    expect(late.kind).toBe('conflict');
  });

  test('cannot be told about while the log cannot be read', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    await it.store.close();
    await expect(it.commands.giveUp(given)).rejects.toThrow('closed');
  });
});
