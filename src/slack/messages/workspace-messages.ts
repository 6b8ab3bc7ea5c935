import { z } from 'zod';
import type { Directory } from '../../ports/directory.ts';
import type {
  FoundMessage,
  OnBehalf,
  PostOutcome,
  SearchOutcome,
  WorkspaceMessages,
} from '../../ports/workspace-messages.ts';
import { readText } from '../message-text.ts';
import { type Thread, threadOf } from '../place.ts';
import { fallback, foreign, lines, user, words } from '../views/rich.ts';
import { codeOf } from '../web/call.ts';
import type { Workspace, Workspaces } from '../web/workspaces.ts';
import { isThere, type ReadableChannel, readableChannels } from './readable-channels.ts';

interface MessagesParts {
  readonly workspaces: Workspaces;
  readonly directory: Directory;
}

/** Of each channel, newest first. */
const MESSAGES_READ = 200;
const MESSAGES_FOUND = 20;
/** Of one message; the rest is named as left out. */
const TEXT_SHOWN = 1_000;
const POST_SHOWN = 3_000;

const history = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      user: z.string().optional().catch(undefined),
      bot_id: z.string().optional().catch(undefined),
      text: z.string().catch(''),
    }),
  ),
});

/**
 * Search and post for the built-in tools. Slack's own search takes a bot's token only together with a token of the
 * event just answered, which a turn that waited for a person no longer has; so recent messages are read instead.
 * @see https://docs.slack.dev/reference/methods/assistant.search.context
 */
export const makeWorkspaceMessages = (parts: MessagesParts): WorkspaceMessages => ({
  async search(wanted, behalf) {
    const at = await placeOf(parts, behalf);
    return at === null ? { kind: 'refused', reason: NOT_HERE } : await search(parts, at, wanted, behalf);
  },
  async post(message, behalf) {
    const at = await placeOf(parts, behalf);
    return at === null ? { kind: 'refused', reason: NOT_HERE } : await post(parts, at, message, behalf);
  },
});

const NOT_HERE = 'This conversation is in no workspace that can be reached.';
const NOT_YOURS = 'That channel cannot be used: the person asking and the bot must both be in it.';

interface At {
  readonly here: Thread;
  readonly workspace: Workspace;
}

async function placeOf({ workspaces }: MessagesParts, { conversation }: OnBehalf): Promise<At | null> {
  const here = threadOf(conversation);
  const workspace = here === null ? null : await workspaces.of(here.team);
  return here === null || workspace === null ? null : { here, workspace };
}

async function search(
  { directory }: MessagesParts,
  { here, workspace }: At,
  { query, channel }: { readonly query: string; readonly channel: string | null },
  { person, signal }: OnBehalf,
): Promise<SearchOutcome> {
  const channels = await readableChannels(workspace, directory, here, person, channel);
  if ('code' in channels) return { kind: 'refused', reason: `Slack could not be asked (${channels.code}).` };
  if (channel !== null && channels.length === 0) return { kind: 'refused', reason: NOT_YOURS };
  const wanted = query.toLowerCase().split(/\s+/);
  const found: FoundMessage[] = [];
  for (const one of channels) {
    signal.throwIfAborted();
    found.push(...(await messagesOf(workspace, one)).filter(({ text }) => holdsAll(text, wanted)));
  }
  const newest = found.toSorted((a, b) => b.at - a.at).slice(0, MESSAGES_FOUND);
  return { kind: 'found', messages: newest, channels: channels.length };
}

const holdsAll = (text: string, wanted: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return wanted.every((word) => lower.includes(word));
};

/** A channel that cannot be read has no messages for us. */
async function messagesOf(workspace: Workspace, { id, name }: ReadableChannel): Promise<readonly FoundMessage[]> {
  const outcome = await workspace.later.call('conversations.history', { channel: id, limit: MESSAGES_READ });
  const read = outcome.kind === 'ok' ? history.safeParse(outcome.body) : null;
  if (read?.success !== true) return [];
  return read.data.messages.map(({ ts, user: author, bot_id: bot, text }) => ({
    channel: id,
    channelName: name,
    author: bot === undefined ? (author ?? null) : null,
    text: clipped(readText(text, workspace.botUser).text),
    at: Math.floor(Number(ts) * 1_000),
  }));
}

const clipped = (text: string): string =>
  text.length <= TEXT_SHOWN ? text : `${text.slice(0, TEXT_SHOWN).toWellFormed()} [… ${text.length - TEXT_SHOWN} more]`;

async function post(
  { directory }: MessagesParts,
  { here, workspace }: At,
  { text, channel }: { readonly text: string; readonly channel: string | null },
  { person, signal }: OnBehalf,
): Promise<PostOutcome> {
  const elsewhere = channel !== null && channel !== here.channel;
  if (elsewhere && !(await isThere(directory, here.team, channel, person)))
    return { kind: 'refused', reason: NOT_YOURS };
  signal.throwIfAborted();
  const outcome = await workspace.later.call('chat.postMessage', {
    channel: channel ?? here.channel,
    ...(channel === null ? { thread_ts: here.ts } : {}),
    text: fallback(text),
    // As plain text: whatever it says addresses nobody and looks like nothing else.
    blocks: [lines([[foreign(text, POST_SHOWN)], [words('– posted for '), user(person.user)]])],
    unfurl_links: false,
    unfurl_media: false,
  });
  if (outcome.kind === 'ok') return { kind: 'posted' };
  if (outcome.kind === 'unknown') return { kind: 'unknown' };
  return { kind: 'refused', reason: `Slack did not take the message (${codeOf(outcome)}).` };
}
