import { z } from 'zod';
import type { Person } from '../../domain/person.ts';
import { type Body, orNull, slackId, timestamp } from './common.ts';

/** A message somebody wrote, as it was first posted. */
export interface HeardMessage {
  readonly channel: string;
  readonly direct: boolean;
  readonly ts: string;
  /** The thread it was written in; null for a message of its own. */
  readonly threadTs: string | null;
  readonly author: Person;
  /** Slack's spelling: mentions and links in angle brackets, `& < >` as entities. */
  readonly text: string;
  readonly files: readonly HeardFile[];
}

export interface HeardFile {
  /** Null for a file that is only linked to, kept by others. */
  readonly id: string | null;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/** An event as far as we care. `team` is the workspace of the installation, whoever acted. */
export type SlackEvent =
  | { readonly kind: 'message'; readonly team: string; readonly message: HeardMessage }
  | { readonly kind: 'home-opened'; readonly team: string; readonly person: Person }
  | {
      readonly kind: 'stopped';
      readonly team: string;
      readonly channel: string;
      readonly threadTs: string;
      readonly by: Person;
    }
  | { readonly kind: 'groups-changed'; readonly team: string }
  | { readonly kind: 'person-changed'; readonly team: string; readonly user: string }
  | { readonly kind: 'uninstalled'; readonly team: string }
  /** An organisation let the bot into workspaces, or took it out; `team` is the organisation. */
  | { readonly kind: 'access-changed'; readonly team: string }
  /** Ours, a bot's, an edit, a deletion, a join: never a turn. */
  | { readonly kind: 'not-for-us' }
  | { readonly kind: 'unsupported'; readonly name: string };

const outer = z.object({
  type: z.literal('event_callback'),
  team_id: orNull(slackId),
  enterprise_id: orNull(slackId),
  /** The workspace we hear it through, where a channel is shared. */
  context_team_id: orNull(slackId),
  authorizations: z
    .array(z.object({ team_id: orNull(slackId), enterprise_id: orNull(slackId) }))
    .nullish()
    .catch(null),
  event: z.looseObject({ type: z.string() }),
});

const message = z.object({
  channel: slackId,
  channel_type: orNull(z.string()),
  ts: timestamp,
  thread_ts: orNull(timestamp),
  subtype: orNull(z.string()),
  hidden: orNull(z.boolean()),
  bot_id: orNull(z.string()),
  user: slackId,
  team: orNull(slackId),
  user_team: orNull(slackId),
  text: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  files: z
    .array(
      z.object({
        id: orNull(slackId),
        name: z.string().catch('a file'),
        mimetype: z.string().catch('application/octet-stream'),
        size: z.int().nonnegative().catch(0),
        mode: z.string().catch('external'),
      }),
    )
    .nullish()
    .catch(null),
});
const homeOpened = z.object({ user: slackId, tab: orNull(z.string()) });
const sessionStopped = z.object({ channel: slackId, thread_ts: timestamp, user: slackId });
const userChanged = z.object({ user: z.object({ id: slackId }) });

/** Messages people write. Everything with another subtype is Slack's own bookkeeping or somebody's edit. */
const WRITTEN: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast']);
const SLACKBOT = 'USLACKBOT';
/** @see https://docs.slack.dev/reference/objects/file-object */
const KEPT_BY_SLACK: ReadonlySet<string> = new Set(['hosted', 'snippet']);

/** Reads an `event_callback`. What is malformed is unsupported: it can be acked and forgotten, never acted on. */
export function readEvent(body: Body): SlackEvent {
  const read = outer.safeParse(body);
  if (!read.success) return { kind: 'unsupported', name: 'malformed' };
  const { event, authorizations, team_id: teamId, enterprise_id: enterprise, context_team_id: heardIn } = read.data;
  const team = authorizations?.[0]?.team_id ?? heardIn ?? teamId ?? authorizations?.[0]?.enterprise_id ?? enterprise;
  if (team === null || team === undefined) return { kind: 'unsupported', name: event.type };
  return eventOf(team, event) ?? { kind: 'unsupported', name: event.type };
}

function eventOf(team: string, event: { readonly type: string }): SlackEvent | null {
  switch (event.type) {
    case 'message':
    case 'app_mention': {
      const read = message.safeParse(event);
      return read.success ? heard(team, read.data) : { kind: 'not-for-us' };
    }
    case 'app_home_opened': {
      const read = homeOpened.safeParse(event);
      if (!read.success || read.data.tab === 'messages') return null;
      return { kind: 'home-opened', team, person: { team, user: read.data.user } };
    }
    case 'agent_session_stopped': {
      const read = sessionStopped.safeParse(event);
      if (!read.success) return null;
      const { channel, thread_ts: threadTs, user } = read.data;
      return { kind: 'stopped', team, channel, threadTs, by: { team, user } };
    }
    case 'subteam_members_changed':
    case 'subteam_updated':
      return { kind: 'groups-changed', team };
    case 'user_change': {
      const read = userChanged.safeParse(event);
      return read.success ? { kind: 'person-changed', team, user: read.data.user.id } : null;
    }
    case 'app_uninstalled':
    case 'tokens_revoked':
      return { kind: 'uninstalled', team };
    case 'team_access_granted':
    case 'team_access_revoked':
      return { kind: 'access-changed', team };
    default:
      return null;
  }
}

function heard(team: string, read: z.infer<typeof message>): SlackEvent {
  const written = read.subtype === null || read.subtype === undefined || WRITTEN.has(read.subtype);
  const byBot = (read.bot_id ?? null) !== null || read.user === SLACKBOT;
  if (!written || byBot || read.hidden === true) return { kind: 'not-for-us' };
  const threadTs = read.thread_ts ?? null;
  return {
    kind: 'message',
    team,
    message: {
      channel: read.channel,
      direct: read.channel_type === 'im' || read.channel.startsWith('D'),
      ts: read.ts,
      threadTs: threadTs === read.ts ? null : threadTs,
      author: { team: read.user_team ?? read.team ?? team, user: read.user },
      text: read.text,
      files: (read.files ?? []).map(({ id, name, mimetype: mimeType, size, mode }) => ({
        id: KEPT_BY_SLACK.has(mode) ? (id ?? null) : null,
        name,
        mimeType,
        size,
      })),
    },
  };
}
