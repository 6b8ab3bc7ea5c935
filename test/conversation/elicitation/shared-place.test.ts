import { describe, expect, test } from 'vitest';
import { bob, directoryOf, theCard } from '../../support/conversation.ts';
import { whileACallRuns } from '../../support/elicitation.ts';

const bug = { kind: 'accept', contentJson: '{"label":"bug"}' } as const;
const given = { person: bob, enterprise: null, card: theCard } as const;

/** A question in a place whose sharing a test changes. */
async function askedIn(before: boolean) {
  const place = { shared: before };
  const directory = directoryOf({ isShared: async () => place.shared });
  const { promise: untilTold, resolve: goOn } = Promise.withResolvers<void>();
  const it = await whileACallRuns({ setup: { directory }, pause: () => untilTold });
  return { ...it, ...(await it.ask()), place, goOn };
}

describe('a question in a place that people of another organisation came into afterwards', () => {
  test('takes no answer, and says so when the form opens', async () => {
    const it = await askedIn(false);
    it.place.shared = true;
    expect(await it.elicitations.refusalFor(it.id, bob)).toBe('place-shared');
    const outcome = await it.elicitations.answer({ ...given, approvalId: it.id, answer: bug });
    expect(outcome).toEqual({ kind: 'refused', because: 'place-shared' });
    it.stop.abort();
    it.goOn();
  });

  test('can be declined', async () => {
    const it = await askedIn(false);
    it.place.shared = true;
    await it.elicitations.answer({ ...given, approvalId: it.id, answer: { kind: 'decline' } });
    it.goOn();
    expect(await it.answer).toEqual({ kind: 'decline' });
  });

  test('hands nothing over where they came in after the answer', async () => {
    const it = await askedIn(false);
    await it.elicitations.answer({ ...given, approvalId: it.id, answer: bug });
    it.place.shared = true;
    it.goOn();
    expect(await it.answer).toEqual({ kind: 'cancel' });
  });

  test('is answered as ever where they were there when it was asked', async () => {
    const it = await askedIn(true);
    expect(it.asked.sharedWhenAsked).toBe(true);
    await it.elicitations.answer({ ...given, approvalId: it.id, answer: bug });
    it.goOn();
    expect(await it.answer).toMatchObject({ kind: 'accept' });
  });
});
