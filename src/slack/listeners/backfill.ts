import { z } from 'zod';
import type { Backfill } from '../../conversation/commands.ts';
import { readText } from '../message-text.ts';
import type { Workspace } from '../web/workspaces.ts';

/** Enough to know what a thread is about. */
const MESSAGES = 50;
const CHARACTERS = 20_000;

const replies = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      user: z.string().optional().catch(undefined),
      bot_id: z.string().optional().catch(undefined),
      username: z.string().optional().catch(undefined),
      team: z.string().optional().catch(undefined),
      text: z.string().catch(''),
    }),
  ),
});

/**
 * What was said in a thread before the bot was asked into it, once, as context nobody has to obey. What cannot be read
 * is said to be unreadable: then the conversation counts as untrusted, rather than as one without a past.
 */
export async function readBackfill(
  workspace: Workspace,
  thread: { readonly channel: string; readonly rootTs: string; readonly beforeTs: string },
): Promise<readonly Backfill[]> {
  const outcome = await workspace.later.call(
    'conversations.replies',
    { channel: thread.channel, ts: thread.rootTs, latest: thread.beforeTs, limit: MESSAGES },
    'first',
  );
  const read = outcome.kind === 'ok' ? replies.safeParse(outcome.body) : null;
  if (read?.success !== true) return [{ author: null, text: '', source: { kind: 'unreadable-history' } }];
  let left = CHARACTERS;
  const earlier: Backfill[] = [];
  // Newest first while there is room, so that what is cut is what is oldest.
  for (const message of read.data.messages.toReversed()) {
    if (message.ts >= thread.beforeTs || message.user === workspace.botUser) continue;
    const { text } = readText(message.text, workspace.botUser);
    if (text === '' || left <= 0) continue;
    const person = message.user !== undefined && message.bot_id === undefined;
    const author = person && message.user ? { team: message.team ?? workspace.team, user: message.user } : null;
    earlier.unshift({ author, text: text.slice(0, left), source: { kind: 'thread-history' } });
    left -= text.length;
  }
  return earlier;
}
