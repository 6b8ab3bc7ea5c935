import { describe, expect, test } from 'vitest';
import { approvalId } from '../../../src/domain/ids.ts';
import { bob, carol, directoryOf, here, profileOf, theCard } from '../../support/conversation.ts';
import { whileACallRuns } from '../../support/elicitation.ts';

const bug = { kind: 'accept', contentJson: '{"label":"bug"}' } as const;
const given = { person: bob, enterprise: null, card: theCard, answer: bug } as const;

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
