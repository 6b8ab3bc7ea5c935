import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import type { RouteRequest } from '../http/routes.ts';
import { readJson } from '../people/person-request.ts';
import { postMessage } from '../posting.ts';
import { wireUser } from '../web-api/directory.ts';
import type { Workspace } from '../workspace.ts';
import { newMessage } from '../world/messages.ts';
import { type Group, HOME_TEAM, type Person } from '../world/people.ts';

const places = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** `join` and `leave` take channel ids and user group ids. */
const CHANGE = z
  .strictObject({
    deactivate: z.boolean().optional(),
    guest: z.boolean().optional(),
    join: places.optional(),
    leave: places.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');

/** Deactivates a person, makes one a guest, moves one in or out of channels and groups; the app hears of it. */
export async function changePerson(workspace: Workspace, { request, path }: RouteRequest): Promise<Reply> {
  const body = await readJson(request, CHANGE);
  if (body.kind === 'refused') return body.reply;
  const person = workspace.world.people.get(path('user'));
  if (!person) return problem(404, 'user_not_found');
  const { deactivate, guest, join = [], leave = [] } = body.value;
  const unknown = [...join, ...leave].filter(
    (id) => !workspace.world.channels.has(id) && !workspace.world.groups.has(id),
  );
  if (unknown.length > 0) return problem(404, 'place_not_found', { places: unknown });

  person.deleted = deactivate ?? person.deleted;
  person.guest = guest ?? person.guest;
  if (deactivate !== undefined || guest !== undefined) {
    workspace.events.emit({ type: 'user_change', user: wireUser(person), cache_ts: 0, event_ts: workspace.nextTs() });
  }
  for (const place of join) enter(workspace, person, place);
  for (const place of leave) exit(workspace, person, place);
  workspace.changes.record('people', { user: person.id });
  return jsonReply({ ok: true, person: wireUser(person) });
}

function enter(workspace: Workspace, person: Person, place: string): void {
  const group = workspace.world.groups.get(place);
  if (group) {
    group.members.add(person.id);
    announceGroup(workspace, group, [person.id], []);
    return;
  }
  workspace.world.channels.get(place)?.members.add(person.id);
  noteMove(workspace, person, place, 'channel_join', 'member_joined_channel');
}

function exit(workspace: Workspace, person: Person, place: string): void {
  const group = workspace.world.groups.get(place);
  if (group) {
    group.members.delete(person.id);
    announceGroup(workspace, group, [], [person.id]);
    return;
  }
  noteMove(workspace, person, place, 'channel_leave', 'member_left_channel');
  workspace.world.channels.get(place)?.members.delete(person.id);
}

function noteMove(workspace: Workspace, person: Person, place: string, subtype: string, event: string): void {
  const channel = workspace.world.channels.get(place);
  const verb = subtype === 'channel_join' ? 'joined' : 'left';
  const text = `<@${person.id}> has ${verb} the channel`;
  postMessage(workspace, newMessage({ channel: place, ts: workspace.nextTs(), user: person.id, subtype, text }));
  workspace.events.emit(
    { type: event, user: person.id, channel: place, channel_type: 'C', team: HOME_TEAM, event_ts: workspace.nextTs() },
    channel,
  );
}

function announceGroup(workspace: Workspace, group: Group, added: readonly string[], removed: readonly string[]): void {
  const facts = { id: group.id, team_id: group.teamId };
  workspace.events.emit({
    type: 'subteam_members_changed',
    subteam_id: group.id,
    team_id: group.teamId,
    added_users: added,
    added_users_count: added.length,
    removed_users: removed,
    removed_users_count: removed.length,
    event_ts: workspace.nextTs(),
  });
  workspace.events.emit({
    type: 'subteam_updated',
    subteam: {
      ...facts,
      handle: group.handle,
      name: group.name,
      users: [...group.members],
      user_count: group.members.size,
    },
    event_ts: workspace.nextTs(),
  });
}
