import type { TurnId } from '../../domain/ids.ts';
import { owedDeferred } from '../../domain/owed.ts';
import { deferredNotice } from '../views/notices.ts';
import { type DeliveryContext, mayStandSince } from './context.ts';
import { type Delivery, post } from './send.ts';

/** People see, once each time, why something that was approved does not run yet. Nothing is said once it does. */
export async function announceDeferred(context: DeliveryContext, turn: TurnId): Promise<Delivery> {
  const { now, workspace, logger, thread } = context;
  const { status, deferredSince } = now;
  if (deferredSince === null || status.kind === 'idle' || status.turnId !== turn) return { kind: 'done' };
  const sending = await post(workspace, logger, {
    item: `${owedDeferred(turn)}@${deferredSince}`,
    message: deferredNotice(),
    channel: thread.channel,
    thread,
    mayStandSince: mayStandSince(context),
  });
  return sending.kind === 'sent' ? { kind: 'done' } : sending;
}
