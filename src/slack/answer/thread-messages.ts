import { z } from 'zod';
import type { Thread } from '../place.ts';
import type { Workspace } from '../web/workspaces.ts';

/** One of our own messages in a thread, as far as finding it again needs. */
export interface OwnMessage {
  readonly ts: string;
  readonly streaming: 'in_progress' | 'completed' | 'errored' | null;
  /** What `itemMetadata` put on it. */
  readonly item: string | null;
}

const METADATA_TYPE = 'countersign_item';
/** Messages looked through; what is looked for was written moments ago. */
const LOOKED_AT = 200;
/** Slack's clock and ours. */
const SKEW_SECONDS = 60;

/** Marks a message with what it delivers, so that it can be found when the answer to its posting was lost. */
export const itemMetadata = (item: string) => ({ event_type: METADATA_TYPE, event_payload: { item } });

const replies = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      user: z.string().optional().catch(undefined),
      bot_id: z.string().optional().catch(undefined),
      streaming_state: z.enum(['in_progress', 'completed', 'errored']).nullish().catch(null),
      metadata: z
        .object({ event_type: z.literal(METADATA_TYPE), event_payload: z.object({ item: z.string() }) })
        .nullish()
        .catch(null),
    }),
  ),
});

/** Our messages in a thread since a time (ms), oldest first; null when Slack could not say. Never needed in ordinary operation. */
export async function ownMessages(
  workspace: Workspace,
  thread: Pick<Thread, 'channel' | 'ts'>,
  sinceMs: number,
): Promise<readonly OwnMessage[] | null> {
  const outcome = await workspace.later.call(
    'conversations.replies',
    {
      channel: thread.channel,
      ts: thread.ts,
      oldest: String(Math.max(0, Math.floor(sinceMs / 1_000) - SKEW_SECONDS)),
      inclusive: true,
      include_all_metadata: true,
      limit: LOOKED_AT,
    },
    'first',
  );
  const read = outcome.kind === 'ok' ? replies.safeParse(outcome.body) : null;
  if (read?.success !== true) return null;
  return read.data.messages
    .filter((message) => message.user === workspace.botUser || message.bot_id === workspace.botId)
    .map(({ ts, streaming_state: streaming, metadata }) => ({
      ts,
      streaming: streaming ?? null,
      item: metadata?.event_payload.item ?? null,
    }));
}
