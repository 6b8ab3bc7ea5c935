import type { Thread } from '../place.ts';
import { codeOf } from '../web/call.ts';
import { type Timers, wait } from '../web/timers.ts';
import type { Workspace } from '../web/workspaces.ts';
import { isGoneForGood } from './remedies.ts';
import { itemMetadata } from './thread-messages.ts';

export interface Rewrite {
  readonly thread: Thread;
  readonly ts: string;
  /** At most 12,000 characters as Slack counts them; never empty. */
  readonly text: string;
  readonly item: string;
}

const TRIES = 5;
const FIRST_WAIT_MS = 500;

/**
 * Makes one message say exactly this, whatever became of earlier writes to it: the remedy for every write whose fate
 * is unknown and for streams Slack has ended. Safe to repeat. `gone`: the message is not there (any more); `closed`: the
 * place it was in is gone.
 */
export async function rewrite(
  workspace: Workspace,
  timers: Timers,
  what: Rewrite,
): Promise<'done' | 'gone' | 'closed' | 'failed'> {
  const { thread, ts, text, item } = what;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await wait(timers, FIRST_WAIT_MS * 2 ** (attempt - 1));
    const outcome = await workspace.later.call(
      'chat.update',
      { channel: thread.channel, ts, markdown_text: text, metadata: itemMetadata(item) },
      'first',
    );
    if (outcome.kind === 'ok') return 'done';
    if (outcome.kind !== 'refused') continue;
    const code = codeOf(outcome);
    if (code === 'message_not_found') return 'gone';
    if (isGoneForGood(code)) return 'closed';
    if (code !== 'streaming_state_conflict') return 'failed';
    // It still streams. Whether this stop is seen to succeed does not matter: the next update will tell.
    await workspace.later.call('chat.stopStream', { channel: thread.channel, ts }, 'first');
  }
  return 'failed';
}
