import { type Remembered, readRemembered } from '../answer/remembered.ts';
import { type OwnMessage, ownMessages } from '../answer/thread-messages.ts';
import type { LeftoverContext } from './context.ts';
import type { Delivery } from './send.ts';

/** The message an answer was being written to: its ts, null when there is none, `again` when Slack could not say. */
export async function findOpenMessage(
  context: LeftoverContext,
  left: Remembered,
  item: string,
): Promise<{ readonly ts: string | null } | 'again'> {
  if (left.open === null || left.open.ts !== null) return { ts: left.open?.ts ?? null };
  const messages = await ownMessages(context.workspace, context.thread, left.open.startedAt);
  if (messages === null) return 'again';
  // The name is put on a message when it ends. Before that, it is the first open one that is no other answer's.
  const taken = await messagesOfOthers(context, left.turn);
  const isOpen = ({ ts, streaming }: OwnMessage): boolean =>
    streaming !== null && streaming !== 'completed' && !taken.has(ts);
  const found = messages.find((message) => message.item === item) ?? messages.find(isOpen);
  return { ts: found?.ts ?? null };
}

async function messagesOfOthers({ streams }: LeftoverContext, turn: string): Promise<ReadonlySet<string>> {
  const rows = (await streams.list()).map(readRemembered);
  return new Set(rows.flatMap((row) => (row === null || row.turn === turn ? [] : (row.open?.ts ?? []))));
}

/** Ends a message that says everything it is to say. Safe to repeat: one that has ended already refuses. */
export async function endOpenMessage(context: LeftoverContext, left: Remembered, item: string): Promise<Delivery> {
  const open = await findOpenMessage(context, left, item);
  if (open === 'again') return { kind: 'again', afterMs: null };
  if (open.ts === null) return { kind: 'done' };
  const { workspace, thread } = context;
  const outcome = await workspace.later.call('chat.stopStream', { channel: thread.channel, ts: open.ts }, 'first');
  if (outcome.kind === 'ok' || outcome.kind === 'refused') return { kind: 'done' };
  return { kind: 'again', afterMs: outcome.kind === 'rate-limited' ? outcome.retryAfterMs : null };
}
