import { describe, expect, test } from 'vitest';
import { alice, bob, directoryOf, here, profileOf, theCard } from '../../support/conversation.ts';
import { resultOf, whileACallRuns } from '../../support/elicitation.ts';

const idsFor = async ({ elicitations }: Awaited<ReturnType<typeof whileACallRuns>>, person = alice) =>
  (await elicitations.waitingFor(person)).map(({ elicitation }) => elicitation.asked.approvalId);

describe('the questions of servers that wait for a person', () => {
  test('are those they may answer, while they are open', async () => {
    const it = await whileACallRuns();
    const { id, answer } = await it.ask();
    expect([await idsFor(it), await idsFor(it, bob)]).toEqual([[id], [id]]);
    const decline = { kind: 'decline' } as const;
    await it.elicitations.answer({ approvalId: id, person: bob, enterprise: null, card: theCard, answer: decline });
    await answer;
    expect(await idsFor(it)).toEqual([]);
  });

  test('are not those of a call that has ended', async () => {
    const it = await whileACallRuns();
    await it.ask();
    const over = resultOf(it.asking.requestId);
    await it.conversations.change(here, () => ({ events: [over], result: null }));
    expect(await idsFor(it)).toEqual([]);
  });

  test('are not shown to whoever may not answer, and nothing is written down for that', async () => {
    const directory = directoryOf({
      profile: async (person) => profileOf(person, { guest: person.user === bob.user }),
    });
    const it = await whileACallRuns({ setup: { directory } });
    const { id } = await it.ask();
    expect([await idsFor(it), await idsFor(it, bob)]).toEqual([[id], []]);
    expect(await it.types()).not.toContain('click.refused');
    it.stop.abort();
  });
});
