import type { TurnId } from '../../domain/ids.ts';
import { owedWaiting } from '../../domain/owed.ts';
import { waitingNotice } from '../views/notices.ts';
import type { DeliveryContext } from './context.ts';
import { type Delivery, post } from './send.ts';

/** How long ago the same notice may have been posted: cards are not open for longer. */
const LOOKED_BACK_MS = 14 * 24 * 60 * 60_000;

/** Whoever wrote while a turn waits for an answer sees, once for that turn, that their message is kept and waits too. */
export async function announceWaiting(context: DeliveryContext, turn: TurnId): Promise<Delivery> {
  const { now, workspace, logger, thread, sent, timers } = context;
  const { status, transcript } = now;
  const isPaused = status.kind === 'paused' && status.turnId === turn;
  const waits = [...transcript.waiting.values()].some(({ addressed }) => addressed);
  const name = owedWaiting(turn);
  if (!isPaused || !waits || sent.get(name) !== undefined) return { kind: 'done' };
  // Every further message owes it again, perhaps to another process: Slack is asked whether it stands already.
  const mayStandSince = timers.now() - LOOKED_BACK_MS;
  const message = waitingNotice();
  const sending = await post(workspace, logger, {
    item: name,
    message,
    channel: thread.channel,
    thread,
    mayStandSince,
  });
  if (sending.kind !== 'sent') return sending;
  sent.set(name, sending.sent);
  return { kind: 'done' };
}
