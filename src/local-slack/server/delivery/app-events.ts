import type { WorkspaceClock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import { type JsonObject, textAt } from '../json.ts';
import type { ManifestFacts } from '../manifest.ts';
import type { Channel, ChannelKind } from '../world/channels.ts';
import { APP_ID, BOT_USER, HOME_TEAM } from '../world/people.ts';
import type { EventQueue } from './event-queue.ts';

/** Events for the app, in Slack's outer envelope. */
export interface AppEvents {
  /**
   * Sends the event if the manifest subscribes to it and the app may see where it happened: a channel, or a team by itself;
   * without either in the home team; `null` is the organisation itself. `as` is the installation it is about where that is gone. Each call is a new event_id.
   */
  emit(event: JsonObject, where?: Channel | Whole): void;
  /** Sends an outer payload as it is, for kinds that have no event inside (`app_rate_limited`). */
  emitRaw(payload: JsonObject): void;
}

/** A team, or with null the organisation. */
type Whole =
  | { readonly team: string; readonly as?: AppInstallation }
  | { readonly team: null; readonly as: AppInstallation };

export interface AppEventsParts {
  readonly manifest: ManifestFacts;
  readonly clock: WorkspaceClock;
  readonly ids: Ids;
  readonly queue: EventQueue;
  /** How the app is installed in a workspace; undefined where it is not. */
  readonly installationIn: (team: string) => AppInstallation | undefined;
}

export interface AppInstallation {
  readonly enterprise: string | null;
  /** Once for the whole organisation. */
  readonly isOrgWide: boolean;
}

const MESSAGE_EVENTS: Readonly<Record<ChannelKind, string>> = {
  public: 'message.channels',
  private: 'message.groups',
  im: 'message.im',
  mpim: 'message.mpim',
};

export function makeAppEvents({ manifest, clock, ids, queue, installationIn }: AppEventsParts): AppEvents {
  return {
    emit(event, where) {
      const channel = where && 'id' in where ? where : undefined;
      if (channel && !channel.members.has(BOT_USER)) return;
      if (!manifest.botEvents.has(subscriptionName(event, channel))) return;
      const teamId = where && 'team' in where ? where.team : (channel?.teamId ?? HOME_TEAM);
      const installation = (where && 'as' in where ? where.as : undefined) ?? installationIn(teamId ?? HOME_TEAM);
      if (!installation) return;
      const { enterprise, isOrgWide } = installation;
      queue.push({
        token: 'local-verification-token',
        team_id: teamId,
        context_team_id: teamId,
        context_enterprise_id: enterprise,
        ...(enterprise === null ? {} : { enterprise_id: enterprise }),
        api_app_id: APP_ID,
        event,
        type: 'event_callback',
        event_id: ids.next('Ev'),
        event_time: Math.floor(clock.now() / 1_000),
        authorizations: [
          {
            enterprise_id: enterprise,
            team_id: isOrgWide ? null : teamId,
            user_id: BOT_USER,
            is_bot: true,
            is_enterprise_install: isOrgWide,
          },
        ],
        is_ext_shared_channel: channel?.shared ?? false,
        event_context: `4-${ids.hex(24)}`,
      });
    },
    emitRaw: (payload) => queue.push(payload),
  };
}

function subscriptionName(event: JsonObject, channel: Channel | undefined): string {
  const type = textAt(event, 'type') ?? '';
  return type === 'message' && channel ? MESSAGE_EVENTS[channel.kind] : type;
}
