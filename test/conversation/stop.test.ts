import { describe, expect, test } from 'vitest';
import { alice, askedRequest, bob, conversationWith, directoryOf, here, pausedWith } from '../support/conversation.ts';

describe('Stop', () => {
  test('of whom the turn acts for needs no look-up', async () => {
    const directory = directoryOf({ profile: () => Promise.reject(new Error('down')) });
    const it = await conversationWith({ events: pausedWith(askedRequest()), directory });
    expect(await it.commands.stop(here, alice)).toBe('stopping');
  });

  test('of somebody who cannot be looked up is followed: it lets nothing through', async () => {
    const directory = directoryOf({ profile: () => Promise.reject(new Error('down')) });
    const it = await conversationWith({ events: pausedWith(askedRequest()), directory });
    expect(await it.commands.stop(here, bob)).toBe('stopping');
  });

  test('of somebody who is not in the channel is refused', async () => {
    const directory = directoryOf({ isInChannel: async () => false });
    const it = await conversationWith({ events: pausedWith(askedRequest()), directory });
    expect(await it.commands.stop(here, bob)).toBe('not-an-approver');
    expect(await it.types()).not.toContain('turn.stopped');
  });

  test('breaks off the turn that runs', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()).slice(0, 3) });
    expect(await it.commands.stop(here, alice)).toBe('stopping');
    expect(it.aborted).toEqual([here]);
  });

  test('of a turn that waits breaks off nothing: what runs by then is another turn', async () => {
    const it = await conversationWith({ events: pausedWith(askedRequest()) });
    expect(await it.commands.stop(here, alice)).toBe('stopping');
    expect(it.aborted).toEqual([]);
  });
});
