import { describe, expect, test } from 'vitest';
import { ELICITATION_OPEN_MS } from '../../../src/conversation/elicitation/elicitor.ts';
import { approvalId } from '../../../src/domain/ids.ts';
import { bob, carol, directoryOf, here, profileOf, theCard } from '../../support/conversation.ts';
import { whileACallRuns } from '../../support/elicitation.ts';

const bug = { kind: 'accept', contentJson: '{"label":"bug"}' } as const;
const given = { person: bob, enterprise: null, card: theCard, answer: bug } as const;

/** Why presses were refused, as the log has it. */
const refusalsIn = async ({ store }: Awaited<ReturnType<typeof whileACallRuns>>) =>
  (await store.log.read(here)).flatMap(({ event }) => (event.type === 'click.refused' ? [event.because] : []));

describe('answering a server', () => {
  test('counts once: the second person is told that somebody was faster', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    const [first, second] = await Promise.all([
      it.elicitations.answer({ ...given, approvalId: id }),
      it.elicitations.answer({ ...given, person: carol, approvalId: id }),
    ]);
    expect([first?.kind, second?.kind].sort()).toEqual(['already-settled', 'recorded']);
    await answer;
    expect((await it.types()).filter((type) => type === 'elicitation.answered')).toHaveLength(1);
  });

  test.each([
    ['a guest', { guest: true }, 'guest'],
    ['a bot', { bot: true }, 'bot'],
    ['a deactivated person', { deactivated: true }, 'deactivated'],
  ] as const)('is refused to %s, and that is written down', async (_who, profile, because) => {
    const directory = directoryOf({ profile: async (person) => profileOf(person, profile) });
    const it = await whileACallRuns({ setup: { directory } });
    const { id } = await it.ask();
    expect(await it.elicitations.answer({ ...given, approvalId: id })).toEqual({ kind: 'refused', because });
    const [last] = (await it.store.log.read(here)).slice(-1);
    expect(last?.event).toMatchObject({ type: 'click.refused', approvalId: id, person: bob, because });
    it.stop.abort();
  });

  test('is refused in any message but a card of this question', async () => {
    const it = await whileACallRuns();
    const { id } = await it.ask();
    const card = { channel: 'C0GENERAL', message: '8.000800' };
    expect(await it.elicitations.answer({ ...given, card, approvalId: id })).toMatchObject({ because: 'wrong-card' });
    it.stop.abort();
  });

  test.each([
    ['another person', carol, 'accept', ['already-settled']],
    ['the same person with another answer', bob, 'decline', ['already-settled']],
    ['the same press delivered twice', bob, 'accept', []],
  ] as const)('that is settled is refused on the record to %s', async (_who, person, kind, refusals) => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    await it.elicitations.answer({ ...given, approvalId: id });
    await answer;
    const late = kind === 'accept' ? bug : { kind };
    const outcome = await it.elicitations.answer({ ...given, person, answer: late, approvalId: id });
    expect(outcome.kind).toBe('already-settled');
    expect(await refusalsIn(it)).toEqual(refusals);
  });

  test('whose time is over is refused on the record', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    it.clock.time += ELICITATION_OPEN_MS;
    await answer;
    await it.elicitations.answer({ ...given, approvalId: id });
    expect(await refusalsIn(it)).toEqual(['already-settled']);
  });

  test('whose form is opened late is refused on the record', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    await it.elicitations.answer({ ...given, approvalId: id });
    await answer;
    expect(await it.elicitations.refusalFor(id, carol)).toBe('already-settled');
    expect(await refusalsIn(it)).toEqual(['already-settled']);
  });

  test('to a question nobody asked changes nothing', async () => {
    const it = await whileACallRuns();
    expect(await it.elicitations.answer({ ...given, approvalId: approvalId('made-up') })).toEqual({ kind: 'unknown' });
    it.stop.abort();
  });

  test('is asked for once more before a form opens, and a refusal is written down', async () => {
    const directory = directoryOf({ profile: async (person) => profileOf(person, { guest: true }) });
    const it = await whileACallRuns({ setup: { directory } });
    const { id } = await it.ask();
    expect(await it.elicitations.refusalFor(id, bob)).toBe('guest');
    expect(await it.types()).toContain('click.refused');
    it.stop.abort();
  });
});
