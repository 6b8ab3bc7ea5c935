import { expect, test } from 'vitest';
import {
  alice,
  askedRequest,
  conversationWith,
  here,
  pausedWith,
  startTime,
  theApproval,
} from '../support/conversation.ts';

const DAY_MS = 24 * 3_600_000;

test('one click gives a card as much time again as it had at first', async () => {
  const it = await conversationWith({ events: pausedWith(askedRequest()) });
  it.clock.time += 1_800_000;
  expect(await it.commands.extend(theApproval, alice)).toBe('extended');
  const approval = (await it.conversations.read(here)).approvals.approvals.get(theApproval);
  expect(approval?.expiresAt).toBe(startTime + 1_800_000 + 3_600_000);
});

test('a card that has all the time a card can have gets no more, and nothing says that it does', async () => {
  const expiresAt = startTime + 14 * DAY_MS;
  const it = await conversationWith({ events: pausedWith(askedRequest({ expiresAt })) });
  it.clock.time += DAY_MS;
  expect(await it.commands.extend(theApproval, alice)).toBe('at-limit');
  expect(await it.types()).not.toContain('approval.extended');
});
