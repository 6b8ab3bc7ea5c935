import { z } from 'zod';
import type { Person } from '../../domain/person.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Thread } from '../place.ts';
import { codeOf } from '../web/call.ts';
import type { Workspace } from '../web/workspaces.ts';

export interface ReadableChannel {
  readonly id: string;
  readonly name: string;
}

/** Channels looked through at one search; each costs two calls of Slack's budget. */
const CHANNELS_SEARCHED = 20;
/** The bot's channels that are considered. */
const CHANNELS_LISTED = 200;

const listed = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string().catch(''),
      is_private: z.boolean().catch(true),
      is_ext_shared: z.boolean().catch(false),
    }),
  ),
});
type Listed = z.output<typeof listed>['channels'][number];

/**
 * Channels the bot is in that may be read for this person here: they are in it, and what it says may be said here. A
 * private channel's words are for its own conversations and for the person's direct ones; where people of another
 * organisation read along, only that very channel is read. `code`: Slack did not say.
 */
export async function readableChannels(
  workspace: Workspace,
  directory: Directory,
  here: Thread,
  person: Person,
  wanted: string | null,
): Promise<readonly ReadableChannel[] | { readonly code: string }> {
  const args = { types: 'public_channel,private_channel', exclude_archived: true, limit: CHANNELS_LISTED };
  const outcome = await workspace.later.call('users.conversations', args);
  if (outcome.kind !== 'ok') return { code: codeOf(outcome) };
  const read = listed.safeParse(outcome.body);
  if (!read.success) return { code: 'unexpected_answer' };
  const { channels } = read.data;
  const others = channels.some(({ id, is_ext_shared: isShared }) => id === here.channel && isShared);
  const candidates = channels
    .filter(({ id }) => wanted === null || id === wanted)
    .filter((one) => one.id === here.channel || (!others && mayBeSaid(one, here)))
    .toSorted((a, b) => Number(b.id === here.channel) - Number(a.id === here.channel));
  const readable: ReadableChannel[] = [];
  for (const { id, name } of candidates) {
    if (readable.length === CHANNELS_SEARCHED) break;
    if (await isThere(directory, here.team, id, person)) readable.push({ id, name });
  }
  return readable;
}

/** Whether those who read here could read it there, or nobody but the person asking reads here. */
const mayBeSaid = ({ is_private: isPrivate }: Listed, here: Thread): boolean =>
  !isPrivate || here.channel.startsWith('D');

/** A look-up that fails is a no. */
export async function isThere(directory: Directory, team: string, channel: string, person: Person): Promise<boolean> {
  try {
    return await directory.isInChannel(team, channel, person);
  } catch {
    return false;
  }
}
