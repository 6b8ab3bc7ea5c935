import { z } from 'zod';
import type { Person } from '../../domain/person.ts';
import { type Body, orNull, slackId, timestamp } from './common.ts';

/** Who pressed or submitted something, from the payload Slack signed. */
export interface Actor {
  readonly person: Person;
  /**
   * The workspace that what they pressed was shown by, else the one they did it in. Only for finding a token: approvals
   * are found by their own id.
   */
  readonly team: string;
  readonly enterprise: string | null;
}

export interface Press {
  readonly actor: Actor;
  readonly actionId: string;
  /** Whatever the element carries; ours is an opaque id. */
  readonly value: string;
  readonly actionTs: string;
  /** The message it was pressed in; null for a modal or App Home. */
  readonly message: { readonly channel: string; readonly ts: string } | null;
  /** ts of the first message of the thread that message stands in; null for one that stands by itself. */
  readonly threadTs: string | null;
  readonly view: { readonly id: string; readonly hash: string | null; readonly metadata: string } | null;
  /** Null once the press has been through the inbox: three seconds have passed. */
  readonly triggerId: string | null;
}

export interface Submission {
  readonly actor: Actor;
  readonly callbackId: string;
  readonly viewId: string;
  readonly metadata: string;
  /** `view.state.values` as Slack sent it. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface OptionsQuery {
  readonly actor: Actor;
  readonly blockId: string;
  readonly query: string;
  readonly metadata: string;
}

export interface Shortcut {
  readonly actor: Actor;
  readonly callbackId: string;
  readonly triggerId: string;
  readonly channel: string;
  readonly messageTs: string;
  readonly threadTs: string | null;
}

export interface Command {
  readonly actor: Actor;
  /** Where it was typed. */
  readonly channel: string;
  readonly text: string;
  readonly responseUrl: string;
}

const identity = z.object({
  user: z.object({ id: slackId, team_id: orNull(slackId) }),
  team: orNull(z.object({ id: slackId })),
  enterprise: orNull(z.object({ id: slackId })),
});

const press = identity.extend({
  trigger_id: orNull(z.string()),
  actions: z
    .array(
      z.object({
        action_id: z.string(),
        action_ts: z.string().catch('0'),
        value: orNull(z.string()),
        selected_option: orNull(z.object({ value: z.string() })),
      }),
    )
    .min(1),
  channel: orNull(z.object({ id: slackId })),
  message: orNull(z.object({ ts: timestamp, thread_ts: orNull(timestamp), team: orNull(slackId) })),
  view: orNull(
    z.object({
      id: z.string(),
      hash: orNull(z.string()),
      private_metadata: z.string().catch(''),
      app_installed_team_id: orNull(slackId),
    }),
  ),
});

const submission = identity.extend({
  view: z.object({
    id: z.string(),
    callback_id: z.string(),
    private_metadata: z.string().catch(''),
    app_installed_team_id: orNull(slackId),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }).catch({ values: {} }),
  }),
});

const optionsQuery = identity.extend({
  block_id: z.string(),
  value: z.string().catch(''),
  view: z.object({ private_metadata: z.string().catch('') }),
});

const shortcut = identity.extend({
  callback_id: z.string(),
  trigger_id: z.string(),
  channel: z.object({ id: slackId }),
  message: z.object({ ts: timestamp, thread_ts: orNull(timestamp) }),
});

const command = z.object({
  user_id: slackId,
  team_id: slackId,
  enterprise_id: orNull(slackId),
  channel_id: slackId,
  text: z.string().catch(''),
  response_url: z.string(),
});

/** A press of a button, or null for what is malformed or has nobody behind it. */
export function readPress(body: Body): Press | null {
  const read = press.safeParse(body);
  const shownBy = read.data?.message?.team ?? read.data?.view?.app_installed_team_id;
  const actor = read.success ? actorOf(read.data, shownBy) : null;
  const action = read.data?.actions[0];
  if (!read.success || actor === null || action === undefined) return null;
  const { channel, message, view, trigger_id: triggerId } = read.data;
  return {
    actor,
    actionId: action.action_id,
    value: action.value ?? action.selected_option?.value ?? '',
    actionTs: action.action_ts,
    message: channel && message ? { channel: channel.id, ts: message.ts } : null,
    threadTs: message?.thread_ts ?? null,
    view: view ? { id: view.id, hash: view.hash ?? null, metadata: view.private_metadata } : null,
    triggerId: triggerId ?? null,
  };
}

export function readSubmission(body: Body): Submission | null {
  const read = submission.safeParse(body);
  const actor = read.success ? actorOf(read.data, read.data.view.app_installed_team_id) : null;
  if (!read.success || actor === null) return null;
  const { view } = read.data;
  return {
    actor,
    callbackId: view.callback_id,
    viewId: view.id,
    metadata: view.private_metadata,
    values: view.state.values,
  };
}

export function readOptionsQuery(body: Body): OptionsQuery | null {
  const read = optionsQuery.safeParse(body);
  const actor = read.success ? actorOf(read.data) : null;
  if (!read.success || actor === null) return null;
  return { actor, blockId: read.data.block_id, query: read.data.value, metadata: read.data.view.private_metadata };
}

export function readShortcut(body: Body): Shortcut | null {
  const read = shortcut.safeParse(body);
  const actor = read.success ? actorOf(read.data) : null;
  if (!read.success || actor === null) return null;
  const { callback_id: callbackId, trigger_id: triggerId, channel, message } = read.data;
  const threadTs = message.thread_ts ?? null;
  return { actor, callbackId, triggerId, channel: channel.id, messageTs: message.ts, threadTs };
}

export function readCommand(body: Body): Command | null {
  const read = command.safeParse(body);
  if (!read.success) return null;
  const { user_id: user, team_id: team, enterprise_id: enterprise } = read.data;
  const { channel_id: channel, text, response_url: responseUrl } = read.data;
  return { actor: { person: { team, user }, team, enterprise: enterprise ?? null }, channel, text, responseUrl };
}

/**
 * A person belongs to the team Slack names beside them; the team of the payload is where they clicked, which in a channel
 * shared by two organisations need not be where the bot is.
 */
function actorOf({ user, team, enterprise }: z.infer<typeof identity>, shownBy?: string | null): Actor | null {
  const home = user.team_id ?? team?.id ?? null;
  const here = shownBy ?? team?.id ?? user.team_id ?? enterprise?.id ?? null;
  if (home === null || here === null) return null;
  return { person: { team: home, user: user.id }, team: here, enterprise: enterprise?.id ?? null };
}
