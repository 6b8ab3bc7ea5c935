import { describe, expect, it, onTestFinished } from 'vitest';
import type { Inbox } from '../../src/ports/inbox.ts';
import { startDemoWorld } from '../support/scenario/demo-world.ts';
import { ask } from '../support/scenario/thread.ts';

/** Long enough for a store to answer; short, because a socket's unacknowledged event comes again only after it. */
const ACK_DEADLINE_MS = 500;

/** An inbox on a disk that fails the first time for each delivery. */
function failingFirst(real: Inbox): { readonly inbox: Inbox; readonly attempts: Map<string, number> } {
  const attempts = new Map<string, number>();
  const inbox: Inbox = {
    ...real,
    async store(envelope) {
      const attempt = (attempts.get(envelope.key) ?? 0) + 1;
      attempts.set(envelope.key, attempt);
      if (attempt === 1) throw new Error('disk full');
      return await real.store(envelope);
    },
  };
  return { inbox, attempts };
}

describe.each(['socket', 'http'] as const)('a message that cannot be stored, received by %s', (receive) => {
  it('is not acknowledged, comes again, and is answered once', async () => {
    let attempts: ReadonlyMap<string, number> = new Map();
    const world = await startDemoWorld({
      receive,
      workspace: { ackDeadlineMs: ACK_DEADLINE_MS },
      store(real) {
        const failing = failingFirst(real.inbox);
        ({ attempts } = failing);
        return { ...real, inbox: failing.inbox };
      },
    });
    onTestFinished(() => world.close());
    const thread = await ask(world.person('U0ALICE'), 'U0COUNTER', '!say I heard you');
    await thread.sees('I heard you');
    expect([...attempts.values()]).toEqual([2]);
    const events = await world.events(thread);
    expect(events.filter(({ type }) => type === 'message.received')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'turn.started')).toHaveLength(1);
    expect(await thread.replies()).toHaveLength(1);
  });
});
