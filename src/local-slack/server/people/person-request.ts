import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readBody } from '../http/body.ts';
import { problem, type Reply } from '../http/reply.ts';
import { type Route, type RouteRequest, route } from '../http/routes.ts';
import { parseJson } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import { type Channel, directChannel } from '../world/channels.ts';
import type { Person } from '../world/people.ts';

/** A message of 40,000 characters, escaped, with room to spare. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly reply: Reply };

export function read<T>(value: T): Read<T> {
  return { kind: 'read', value };
}

export function refuse(status: number, error: string, facts: Readonly<Record<string, unknown>> = {}): Read<never> {
  return { kind: 'refused', reply: problem(status, error, facts) };
}

/** A JSON body of the given shape; an empty body counts as `{}`. */
export async function readJson<T>(request: IncomingMessage, shape: z.ZodType<T>): Promise<Read<T>> {
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (body.kind === 'too-large') return refuse(413, 'body_too_large');
  const text = body.bytes.toString('utf8');
  const parsed = parseJson(text.trim() === '' ? '{}' : text);
  if (!parsed) return refuse(400, 'invalid_json');
  const checked = shape.safeParse(parsed.value);
  if (checked.success) return read(checked.data);
  const messages = checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return refuse(400, 'invalid_body', { messages });
}

export interface PersonRequest extends RouteRequest {
  readonly workspace: Workspace;
  readonly person: Person;
}

/** A route under `/people/:user`: the person is known; where they `act`, they are also able to. */
export function personRoute(
  workspace: Workspace,
  pattern: string,
  use: 'look' | 'act',
  handle: (at: PersonRequest) => Promise<Reply> | Reply,
): Route {
  return route(pattern, (at) => {
    const person = workspace.world.people.get(at.path('user'));
    if (!person) return problem(404, 'user_not_found');
    if (use === 'act' && person.deleted) return problem(403, 'account_inactive');
    return handle({ ...at, workspace, person });
  });
}

/** The channel that a person means; a user id stands for the direct conversation with that user. */
export function personsChannel(workspace: Workspace, person: Person, id: string): Read<Channel> {
  const { channels, people } = workspace.world;
  if (people.has(id)) {
    if (id === person.id) return refuse(400, 'cannot_dm_self');
    const known = channels.size;
    const direct = directChannel(channels, [person.id, id], person.teamId);
    if (channels.size > known) workspace.changes.record('channel', { channel: direct.id });
    return read(direct);
  }
  const channel = channels.get(id);
  if (!channel) return refuse(404, 'channel_not_found');
  return channel.members.has(person.id) ? read(channel) : refuse(403, 'not_in_channel');
}
