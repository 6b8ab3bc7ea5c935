import type { DomainEvent } from '../../src/domain/event.ts';
import { verifyAll } from '../../src/store/audit/verify.ts';
import { type Desk, newConversation } from '../bot/desk.ts';
import { alice } from '../bot/people.ts';
import { timed } from '../measure/timed.ts';

/** Appends under way at the same time: what a busy process hands to the store in one turn of the event loop. */
const WRITERS = 50;
/** Events of one append, as many as a tool turn writes at most. */
const EVENTS = 4;

/** Events a second that are chained and on the disk when their append resolves. */
export async function appendedPerSecond({ store }: Desk, events: number): Promise<number> {
  const rounds = Math.max(1, Math.floor(events / WRITERS / EVENTS));
  const { wall } = await timed(() => Promise.all(Array.from({ length: WRITERS }, () => write(rounds))));
  return (rounds * WRITERS * EVENTS) / (wall / 1_000);

  async function write(appends: number): Promise<void> {
    const conversation = newConversation();
    for (let after = 0; after < appends * EVENTS; after += EVENTS) {
      const some = Array.from({ length: EVENTS }, (_, i) => heard(after + i));
      const { kind } = await store.log.append(conversation, some, { after });
      if (kind !== 'appended') throw new Error(`an append was answered ${kind}`);
    }
  }
}

const heard = (n: number): DomainEvent => ({
  type: 'message.received',
  messageId: `m${n}`,
  author: alice,
  text: 'x'.repeat(400),
  addressed: false,
  persona: null,
});

/** Events a second of which an auditor checks hash and place. */
export async function auditedPerSecond({ store }: Desk): Promise<number> {
  let events = 0;
  const { wall } = await timed(async () => {
    const report = await verifyAll(store.chain);
    if (report.findings.length > 0) throw new Error('the log of the bench does not hold');
    ({ events } = report);
  });
  return events / (wall / 1_000);
}
