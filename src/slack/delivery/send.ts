import { z } from 'zod';
import type { Logger } from '../../ports/logger.ts';
import { isGoneForGood, remedyFor } from '../answer/remedies.ts';
import { itemMetadata, ownMessages, ownMessagesIn } from '../answer/thread-messages.ts';
import type { Thread } from '../place.ts';
import type { Message } from '../views/message.ts';
import { codeOf } from '../web/call.ts';
import type { Workspace } from '../web/workspaces.ts';

/** A message in Slack. */
export interface Sent {
  readonly channel: string;
  readonly ts: string;
}

/** What came of trying to deliver something. */
export type Delivery =
  | { readonly kind: 'done' }
  /** Try again; after the usual back-off unless a time is given. */
  | { readonly kind: 'again'; readonly afterMs: number | null }
  /** Slack will not take it there, however often it is tried. */
  | { readonly kind: 'impossible'; readonly code: string };

export type Sending = { readonly kind: 'sent'; readonly sent: Sent } | Exclude<Delivery, { kind: 'done' }>;

const posted = z.object({ channel: z.string(), ts: z.string() });

export interface Post {
  /** The name by which the message can be found again. */
  readonly item: string;
  readonly message: Message;
  readonly channel: string;
  /** Null for a message of its own. */
  readonly thread: Thread | null;
  /** An earlier try may have succeeded unseen; its messages are no older than this. Null for a first try. */
  readonly mayStandSince: number | null;
}

/** Posts a message once: before it is sent again, Slack is asked whether the first one arrived. */
export async function post(
  workspace: Workspace,
  logger: Logger,
  { item, message, channel, thread, mayStandSince }: Post,
): Promise<Sending> {
  if (mayStandSince !== null) {
    const messages =
      thread === null
        ? await ownMessagesIn(workspace, channel, mayStandSince)
        : await ownMessages(workspace, thread, mayStandSince);
    if (messages === null) return { kind: 'again', afterMs: null };
    // Rather none than two, where nobody can say whether the first one stands.
    if (messages === 'closed') return { kind: 'impossible', code: 'cannot_look' };
    const found = messages.find((each) => each.item === item);
    if (found !== undefined) return { kind: 'sent', sent: { channel, ts: found.ts } };
  }
  const outcome = await workspace.later.call(
    'chat.postMessage',
    {
      channel,
      ...(thread === null ? {} : { thread_ts: thread.ts }),
      text: message.text,
      blocks: message.blocks,
      metadata: itemMetadata(item),
      unfurl_links: false,
      unfurl_media: false,
    },
    'first',
  );
  if (outcome.kind === 'ok') {
    const read = posted.safeParse(outcome.body);
    return read.success ? { kind: 'sent', sent: read.data } : { kind: 'again', afterMs: null };
  }
  logger.warn({ item, code: codeOf(outcome) }, 'a message could not be posted');
  if (outcome.kind === 'rate-limited') return { kind: 'again', afterMs: outcome.retryAfterMs };
  if (outcome.kind === 'unknown') return { kind: 'again', afterMs: null };
  return { kind: 'impossible', code: outcome.code };
}

/** The same; in its barest form where Slack refuses the message for what it is. */
export async function postEvenBare(
  workspace: Workspace,
  logger: Logger,
  what: Omit<Post, 'message'>,
  { message, bare }: { readonly message: Message; readonly bare: Message },
): Promise<Sending> {
  const sending = await post(workspace, logger, { ...what, message });
  if (sending.kind !== 'impossible' || isClosedTo(sending.code)) return sending;
  logger.error({ item: what.item, code: sending.code }, 'Slack refused a card; a bare one is posted');
  return await post(workspace, logger, { ...what, message: bare });
}

export type Updating = Delivery | { readonly kind: 'gone' };

/** Codes by which Slack says that this message cannot be changed, now or ever. */
const FIXED: ReadonlySet<string> = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'is_inactive',
]);

/** Makes a message show what it should show now. Safe to repeat. `gone`: a new message has to say it. */
export async function update(
  workspace: Workspace,
  logger: Logger,
  sent: Sent,
  message: Message,
  item: string,
): Promise<Updating> {
  const outcome = await workspace.later.call(
    'chat.update',
    { channel: sent.channel, ts: sent.ts, text: message.text, blocks: message.blocks, metadata: itemMetadata(item) },
    'first',
  );
  if (outcome.kind === 'ok') return { kind: 'done' };
  logger.warn({ item, code: codeOf(outcome) }, 'a message could not be updated');
  if (outcome.kind === 'rate-limited') return { kind: 'again', afterMs: outcome.retryAfterMs };
  if (outcome.kind === 'unknown') return { kind: 'again', afterMs: null };
  return FIXED.has(outcome.code) ? { kind: 'gone' } : { kind: 'impossible', code: outcome.code };
}

/** Whether the place is closed to us, rather than the message being wrong. */
export const isClosedTo = (code: string): boolean => remedyFor(code) === 'hopeless';

/** Whether what is owed to a closed place may still be delivered there one day. */
export const mayOpenAgain = (code: string): boolean => isClosedTo(code) && !isGoneForGood(code);
