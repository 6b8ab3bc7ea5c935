import type { Piece } from './backlog.ts';
import { begin, rememberOpen, type Writing } from './writing.ts';

/**
 * The message that was asked for is there: what is written next goes into it. Should another process have taken the
 * answer over meanwhile (this one stood still), that one says all of it, and what was begun here is taken back.
 */
export async function goOnIn(writing: Writing, ts: string, startedAt: number, taken: readonly Piece[]): Promise<void> {
  begin(writing, ts, startedAt, taken);
  if (await rememberOpen(writing, ts, startedAt)) return;
  writing.segment = null;
  const { place, workspace, mode } = writing;
  const message = { channel: place.thread.channel, ts };
  place.logger.warn(
    { conversation: place.conversation, turn: place.turn },
    'an answer was taken over; its message goes',
  );
  if (mode === 'stream') await workspace.later.call('chat.stopStream', message, 'first');
  await workspace.later.call('chat.delete', message, 'first');
}
