import { describe, expect, test } from 'vitest';
import { ELICITATION_OPEN_MS } from '../../../src/conversation/elicitation/elicitor.ts';
import { requesterOnly } from '../../../src/domain/approver-rule.ts';
import type { SignedElicitationAnswer } from '../../../src/domain/elicitation-answer.ts';
import {
  alice,
  bob,
  directoryOf,
  here,
  policy,
  profileOf,
  startTime,
  theCard,
  treatment,
} from '../../support/conversation.ts';
import { formQuestion, resultOf, runningUnasked, whileACallRuns } from '../../support/elicitation.ts';

const given = { person: bob, enterprise: null, card: theCard } as const;
const bug = { kind: 'accept', contentJson: '{ "label": "bug" }' } as const;

describe('a question of a server', () => {
  test('is in the log before anybody is asked, to those who may decide on the call', async () => {
    const it = await whileACallRuns();
    const { asked, answer } = await it.ask();
    expect(asked).toMatchObject({
      toolName: 'shop.add_note',
      server: 'github',
      principal: alice,
      approvers: { requester: true, channels: ['here'] },
      expiresAt: startTime + ELICITATION_OPEN_MS,
    });
    it.stop.abort();
    expect(await answer).toEqual({ kind: 'cancel' });
  });

  test('of a call that ran unasked goes to those its policy would have asked', async () => {
    const approvers = { ...requesterOnly, users: ['U0CAROL'], requester: false };
    const asksCarol = { ...policy, otherwise: { ...treatment, decision: 'allow' as const, approvers } };
    const it = await whileACallRuns({ personas: () => ({ policy: asksCarol }), setup: { events: runningUnasked() } });
    const { asked } = await it.ask();
    expect(asked.approvers).toEqual(approvers);
    it.stop.abort();
  });

  test('is answered with what one of them entered, in canonical text, signed', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    expect(await it.elicitations.answer({ ...given, approvalId: id, answer: bug })).toEqual({ kind: 'recorded' });
    expect(await answer).toEqual({ kind: 'accept', content: { label: 'bug' } });
    const [last] = (await it.store.log.read(here)).slice(-1);
    expect(last?.event).toMatchObject({
      type: 'elicitation.answered',
      signed: { answer: { person: bob, server: 'github', contentJson: '{"label":"bug"}', card: theCard } },
    });
  });

  test('that is declined hands nothing over', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    await it.elicitations.answer({ ...given, approvalId: id, answer: { kind: 'decline' } });
    expect(await answer).toEqual({ kind: 'decline' });
  });

  test('nobody answers in time expires, is cancelled, and takes no later answer', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    it.clock.time += ELICITATION_OPEN_MS;
    expect(await answer).toEqual({ kind: 'cancel' });
    expect(await it.elicitations.answer({ ...given, approvalId: id, answer: bug })).toMatchObject({
      kind: 'already-settled',
      status: { kind: 'closed', because: 'expired' },
    });
  });

  test('is not asked where no card can be posted', async () => {
    const it = await whileACallRuns({ surface: { canAsk: async () => false } });
    expect(await it.elicitor.ask(it.asking, formQuestion)).toEqual({ kind: 'cancel' });
    expect(await it.types()).not.toContain('elicitation.asked');
  });

  test('is not asked for a call that has its result', async () => {
    const it = await whileACallRuns();
    const { position } = await it.conversations.read(here);
    await it.store.log.append(here, [resultOf(it.asking.requestId)], { after: position });
    expect(await it.elicitor.ask(it.asking, formQuestion)).toEqual({ kind: 'cancel' });
  });

  test('ends with its call', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    const { position } = await it.conversations.read(here);
    await it.store.log.append(here, [resultOf(it.asking.requestId)], { after: position });
    expect(await answer).toEqual({ kind: 'cancel' });
    expect(await it.elicitations.answer({ ...given, approvalId: id, answer: bug })).toMatchObject({
      status: { kind: 'closed', because: 'call-over' },
    });
  });

  test('does not outlive the process that asked it: another run closes it and owes its card', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    const started = { type: 'turn.started', turnId: 't2', principal: alice, takes: [], epoch: 2, persona: null };
    await it.conversations.change(here, () => ({ events: [Object.assign(started)], result: null }));
    expect(await answer).toEqual({ kind: 'cancel' });
    const owed = await it.store.outbox.take(10, 1_000);
    expect(owed.map(({ key }) => key)).toContain(`elicitation:${id}`);
  });

  test('is one of at most five for a call', async () => {
    const it = await whileACallRuns();
    for (let asked = 0; asked < 5; asked += 1) {
      const { id, answer } = await it.ask();
      await it.elicitations.answer({ ...given, approvalId: id, answer: { kind: 'decline' } });
      await answer;
    }
    expect(await it.elicitor.ask(it.asking, formQuestion)).toEqual({ kind: 'cancel' });
  });
});

describe('an answer in the log', () => {
  const forged = async (change: (signed: SignedElicitationAnswer) => SignedElicitationAnswer) => {
    const other = await whileACallRuns();
    const first = await other.ask();
    await other.elicitations.answer({ ...given, approvalId: first.id, answer: bug });
    await first.answer;
    const event = (await other.store.log.read(here)).at(-1)?.event;
    if (event?.type !== 'elicitation.answered') throw new Error('no answer');

    const it = await whileACallRuns();
    const { answer } = await it.ask();
    const { position } = await it.conversations.read(here);
    await it.store.log.append(here, [{ ...event, signed: change(event.signed) }], { after: position });
    return await answer;
  };
  const withAnswer =
    (fields: Partial<SignedElicitationAnswer['answer']>) =>
    (signed: SignedElicitationAnswer): SignedElicitationAnswer => ({
      ...signed,
      answer: { ...signed.answer, ...fields },
    });

  test('counts as it was signed', async () => {
    expect(await forged((signed) => signed)).toEqual({ kind: 'accept', content: { label: 'bug' } });
  });

  test.each([
    ['other contents', withAnswer({ contentJson: '{"label":"idea"}' })],
    ['another person', withAnswer({ person: alice })],
    ['another server', withAnswer({ server: 'evil' })],
    ['another card', withAnswer({ card: { channel: 'C0GENERAL', message: '9.000900' } })],
    ['a later deadline', withAnswer({ expiresAt: startTime * 2 })],
  ])('does not count with %s than was signed', async (_what, change) => {
    expect(await forged(change)).toEqual({ kind: 'cancel' });
  });

  test('does not count any more once its author may not answer', async () => {
    let gone = false;
    const directory = directoryOf({ profile: async (person) => profileOf(person, { deactivated: gone }) });
    const { promise: untilGone, resolve: goOn } = Promise.withResolvers<void>();
    const it = await whileACallRuns({ setup: { directory }, pause: () => untilGone });
    const { id, answer } = await it.ask();
    await it.elicitations.answer({ ...given, approvalId: id, answer: bug });
    gone = true;
    goOn();
    expect(await answer).toEqual({ kind: 'cancel' });
  });
});
