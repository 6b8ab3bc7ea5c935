import { installationIn } from '../installation.ts';
import type { JsonObject } from '../json.ts';
import { wire } from '../posting.ts';
import type { Workspace } from '../workspace.ts';
import type { Message } from '../world/messages.ts';
import { APP_ID, ORGANISATION, type Person, TEAMS } from '../world/people.ts';
import type { ResponseTarget } from '../world/tickets.ts';

/** The part that all interactive payloads share: who did it, where, and a fresh trigger. */
export function interactionBase(workspace: Workspace, person: Person): JsonObject {
  const team = TEAMS.get(person.teamId);
  const isOrgWide = installationIn(workspace, person.teamId)?.isOrgWide === true;
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    api_app_id: APP_ID,
    token: 'local-verification-token',
    trigger_id: workspace.world.triggers.issue(person.id),
    // An installation of the organisation hears of no team.
    team: isOrgWide ? null : { id: person.teamId, domain: team?.domain ?? '' },
    enterprise: workspace.isOrganisation ? { id: ORGANISATION.id, name: ORGANISATION.name } : null,
    is_enterprise_install: isOrgWide,
  };
}

/** Where a payload about this message says it comes from; ephemeral messages are not in the payload. */
export function messageContext(workspace: Workspace, message: Message, person: Person): JsonObject {
  const isEphemeral = message.visibleTo !== undefined;
  const channel = workspace.world.channels.get(message.channel);
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: isEphemeral,
      ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
    },
    channel: { id: message.channel, name: channel?.kind === 'im' ? 'directmessage' : (channel?.name ?? '') },
    ...(isEphemeral ? {} : { message: wire(workspace, message) }),
    response_url: responseUrl(workspace, {
      user: person.id,
      channel: message.channel,
      threadTs: message.threadTs,
      messageTs: message.ts,
    }),
  };
}

export function responseUrl(workspace: Workspace, target: ResponseTarget): string {
  return `${workspace.url()}/hooks/${workspace.world.responseUrls.issue(target)}`;
}
