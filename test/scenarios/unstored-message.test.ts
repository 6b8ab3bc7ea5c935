import { describe, expect, it, onTestFinished } from 'vitest';
import type { Inbox } from '../../src/ports/inbox.ts';
import { startDemoWorld } from '../support/scenario/demo-world.ts';
import { ask } from '../support/scenario/thread.ts';

/** Long enough for a store to answer; short, because a socket's unacknowledged event comes again only after it. */
const ACK_DEADLINE_MS = 500;

/** An inbox on a disk that fails the first time for each delivery. */
function failingFirst(real: Inbox, attempts: Map<string, number>): Inbox {
  return {
    ...real,
    async store(envelope) {
      const attempt = (attempts.get(envelope.key) ?? 0) + 1;
      attempts.set(envelope.key, attempt);
      if (attempt === 1) throw new Error('disk full');
      return await real.store(envelope);
    },
  };
}

describe.each(['socket', 'http'] as const)('a message that cannot be stored, received by %s', (receive) => {
  it('is not acknowledged, comes again, and is answered once', async () => {
    const attempts = new Map<string, number>();
    const world = await startDemoWorld({
      receive,
      workspace: { ackDeadlineMs: ACK_DEADLINE_MS },
      store: (real) => ({ ...real, inbox: failingFirst(real.inbox, attempts) }),
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
