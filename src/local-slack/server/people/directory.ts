import { jsonReply, type Reply } from '../http/reply.ts';
import { wireUser } from '../web-api/directory.ts';
import type { Workspace } from '../workspace.ts';
import type { Channel } from '../world/channels.ts';
import { APP_ID, BOT_USER } from '../world/people.ts';

/** Everybody, the bots and the deactivated included. */
export function listPeople(workspace: Workspace): Reply {
  const groups = [...workspace.world.groups.values()];
  const people = [...workspace.world.people.values()].map((person) => ({
    ...wireUser(person),
    groups: groups.filter((group) => group.members.has(person.id)).map((group) => group.id),
  }));
  return jsonReply({ ok: true, people });
}

/** Every channel and every direct conversation opened so far; with `user`, those that person is in. */
export function listChannels(workspace: Workspace, user: string | undefined): Reply {
  const channels = [...workspace.world.channels.values()];
  const shown = user === undefined ? channels : channels.filter((channel) => channel.members.has(user));
  return jsonReply({ ok: true, channels: shown.map(channelForPeople) });
}

/** What the app offers to people, from its manifest. */
export function showApp({ manifest }: Workspace): Reply {
  return jsonReply({
    ok: true,
    app: {
      id: APP_ID,
      user: BOT_USER,
      name: manifest.displayName,
      commands: [...manifest.commands],
      shortcuts: manifest.shortcuts.map(({ name, type, callbackId }) => ({ name, type, callback_id: callbackId })),
      home_tab: manifest.homeTab,
      messages_tab: manifest.messagesTab,
      stop_button: manifest.botEvents.has('agent_session_stopped'),
    },
  });
}

function channelForPeople(channel: Channel) {
  return {
    id: channel.id,
    name: channel.name,
    kind: channel.kind,
    team_id: channel.teamId,
    is_private: channel.kind !== 'public',
    is_im: channel.kind === 'im',
    is_mpim: channel.kind === 'mpim',
    is_archived: channel.archived,
    is_ext_shared: channel.shared,
    members: [...channel.members],
  };
}
