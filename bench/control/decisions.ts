import type { ApprovalId } from '../../src/domain/ids.ts';
import { type Desk, newConversation } from '../bot/desk.ts';
import { question } from '../bot/scenario.ts';
import { timed } from '../measure/timed.ts';

/** Conversations that are brought to their pause at a time: as many as one transaction of the store takes. */
const AT_ONCE = 200;

/** Brings `count` conversations to a posted card. */
export async function pausedTurns({ bot }: Desk, count: number): Promise<readonly ApprovalId[]> {
  const approvals: ApprovalId[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, newConversation);
    await Promise.all(some.map((conversation) => bot.say(conversation, question)));
    await Promise.all(some.map(() => bot.work()));
    approvals.push(...(await Promise.all(some.map((conversation) => bot.pending(conversation)))).flat());
  }
  if (approvals.length !== count) throw new Error(`${approvals.length} questions were asked instead of ${count}`);
  await Promise.all(approvals.map((approval) => bot.cardPosted(approval)));
  return approvals;
}

/**
 * Clicks at a steady rate, whether or not earlier ones are through, and resolves to how long each took from the moment
 * it was due until its decision was on the disk, in milliseconds. Waiting in line counts.
 */
export async function clicksAtRate(
  { bot }: Desk,
  approvals: readonly ApprovalId[],
  perSecond: number,
): Promise<readonly number[]> {
  const from = performance.now();
  const latencies: number[] = [];
  const clicks: Promise<void>[] = [];
  for (const [i, approval] of approvals.entries()) {
    const due = from + (i / perSecond) * 1_000;
    await until(due);
    clicks.push(
      bot.answer(approval, 'approve').then(({ kind }) => {
        if (kind !== 'recorded') throw new Error(`a click was answered ${kind}`);
        latencies.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(clicks);
  return latencies;
}

/** Waits in the event loop, so that what it is due for can happen meanwhile. */
async function until(time: number): Promise<void> {
  for (;;) {
    const left = time - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => (left > 2 ? setTimeout(resolve, left - 1) : setImmediate(resolve)));
  }
}

/** Works off everything that was decided; resolves to how many turns a second came to their end. */
export async function resumedPerSecond({ bot, mail }: Desk, workers: number): Promise<number> {
  const before = mail.runs;
  const { wall } = await timed(() => Promise.all(Array.from({ length: workers }, () => bot.work())));
  return (mail.runs - before) / (wall / 1_000);
}
