import type { ApprovalId } from '../../domain/ids.ts';
import { ownMessagesIn } from '../answer/thread-messages.ts';
import type { DeliveryContext } from './context.ts';
import type { Delivery } from './send.ts';

/** A copy of a card as it may stand in a channel: the name it was posted under, and since when. */
export interface MaybePosted {
  readonly name: string;
  readonly channel: string;
  readonly sinceMs: number;
}

/**
 * A copy can have been posted and not noted: the process ended, or the log could not be written, in between. Once its
 * approval is settled nothing more is posted there, so what stands is looked for and noted; as a card of something
 * settled it is then owed. Only after an earlier try: whatever a first try finds is noted.
 */
export async function noteLostCopy(
  { item, workspace, commands }: Pick<DeliveryContext, 'item' | 'workspace' | 'commands'>,
  approval: ApprovalId,
  { name, channel, sinceMs }: MaybePosted,
): Promise<Delivery> {
  if (item.attempts === 0) return { kind: 'done' };
  const messages = await ownMessagesIn(workspace, channel, sinceMs);
  if (messages === null) return { kind: 'again', afterMs: null };
  const lost = messages === 'closed' ? undefined : messages.find((message) => message.item === name);
  if (lost !== undefined) await commands.cardPosted(approval, { channel, message: lost.ts });
  return { kind: 'done' };
}
