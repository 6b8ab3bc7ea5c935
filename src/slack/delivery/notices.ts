import { turnId } from '../../domain/ids.ts';
import type { TurnRecord } from '../../domain/turns.ts';
import { endingNotice } from '../views/notices.ts';
import { type DeliveryContext, mayStandSince, STILL_WRITING } from './context.ts';
import { finishLeftover } from './leftover.ts';
import { type Delivery, post } from './send.ts';

/** Everything a turn said is visible, and how it ended where that is not an answer. */
export async function deliverAnswer(context: DeliveryContext): Promise<Delivery> {
  if (context.live.isLive(context.id)) return STILL_WRITING;
  const turn = await turnOf(context);
  const shown = await finishLeftover(context, turn);
  return shown.kind === 'done' ? await deliverEndingOf(context, turn) : shown;
}

/** People see how a turn ended. */
export async function deliverEnding(context: DeliveryContext): Promise<Delivery> {
  if (context.live.isLive(context.id)) return STILL_WRITING;
  return await deliverEndingOf(context, await turnOf(context));
}

const turnOf = ({ commands, now, id }: DeliveryContext): Promise<TurnRecord | undefined> =>
  commands.turn(now.id, turnId(id));

async function deliverEndingOf(context: DeliveryContext, turn: TurnRecord | undefined): Promise<Delivery> {
  const { now, workspace, logger, thread, sent, id } = context;
  const name = `ending:${id}`;
  if (turn === undefined || turn.ending === null || sent.get(name) !== undefined) return { kind: 'done' };
  const mayRetry = now.status.kind === 'failed' && now.status.turnId === turn.turnId;
  const message = endingNotice(turn.ending, mayRetry ? { conversation: now.id } : null);
  if (message === null) return { kind: 'done' };
  const what = { item: name, message, channel: thread.channel, thread, mayStandSince: mayStandSince(context) };
  const sending = await post(workspace, logger, what);
  if (sending.kind !== 'sent') return sending;
  sent.set(name, sending.sent);
  return { kind: 'done' };
}
