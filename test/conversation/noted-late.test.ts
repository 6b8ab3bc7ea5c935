import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { requestId } from '../../src/domain/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { askedRequest, conversationWith, here, pausedWith, theApproval } from '../support/conversation.ts';
import { resultOf, whileACallRuns } from '../support/elicitation.ts';

const copy = { channel: 'D0ALICE', message: '3.000300' };
const over: DomainEvent = { type: 'approval.expired', approvalId: theApproval };

/** What is owed; none of it is owed afterwards. */
async function owed({ outbox }: Store): Promise<readonly string[]> {
  const items = await outbox.take(100, 1_000);
  for (const item of items) await outbox.settle(item);
  return items.map(({ key }) => key);
}

describe('a card that is noted', () => {
  it('once its approval is settled is drawn again, for it was sent before', async () => {
    const { commands, store } = await conversationWith({ events: [...pausedWith(askedRequest()), over] });
    await owed(store);
    await commands.cardPosted(theApproval, copy);
    expect(await owed(store)).toEqual([`card:${theApproval}`]);
  });

  it('while its approval is open is left as it is', async () => {
    const { commands, store } = await conversationWith({ events: pausedWith(askedRequest()) });
    await owed(store);
    await commands.cardPosted(theApproval, copy);
    expect(await owed(store)).toEqual([]);
  });

  it('once the question of a server is over is drawn again', async () => {
    const { ask, asking, stop, commands, conversations, store } = await whileACallRuns();
    const { id, answer } = await ask();
    stop.abort();
    await answer;
    const events = [resultOf(requestId(asking.requestId))];
    await conversations.change(here, () => ({ events, result: null }));
    expect(await owed(store)).toContain(`elicitation:${id}`);
    await commands.cardPosted(id, copy);
    expect(await owed(store)).toEqual([`elicitation:${id}`]);
  });
});
