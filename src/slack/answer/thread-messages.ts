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

const listed = z.object({
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
  const args = { channel: thread.channel, ts: thread.ts, ...lookedAt(sinceMs) };
  const outcome = await workspace.later.call('conversations.replies', args, 'first');
  return outcome.kind === 'ok' ? ownAmong(workspace, outcome.body) : null;
}

/** The same for messages that stand by themselves in a channel; `closed` where Slack does not let us look. */
export async function ownMessagesIn(
  workspace: Workspace,
  channel: string,
  sinceMs: number,
): Promise<readonly OwnMessage[] | 'closed' | null> {
  const outcome = await workspace.later.call('conversations.history', { channel, ...lookedAt(sinceMs) }, 'first');
  if (outcome.kind === 'refused') return 'closed';
  return outcome.kind === 'ok' ? ownAmong(workspace, outcome.body) : null;
}

const lookedAt = (sinceMs: number) => ({
  oldest: String(Math.max(0, Math.floor(sinceMs / 1_000) - SKEW_SECONDS)),
  inclusive: true,
  include_all_metadata: true,
  limit: LOOKED_AT,
});

function ownAmong(workspace: Workspace, body: unknown): readonly OwnMessage[] | null {
  const read = listed.safeParse(body);
  if (!read.success) return null;
  return read.data.messages
    .filter((message) => message.user === workspace.botUser || message.bot_id === workspace.botId)
    .map(({ ts, streaming_state: streaming, metadata }) => ({
      ts,
      streaming: streaming ?? null,
      item: metadata?.event_payload.item ?? null,
    }));
}
