import type { Receiver } from '@slack/bolt';
import type { Logger } from '../../ports/logger.ts';
import type { PageHandler } from '../install/install-routes.ts';
import type { SlackSettings } from '../settings.ts';
import type { Timers } from '../web/timers.ts';
import type { FetchFunction } from '../web/workspaces.ts';
import { makeHttpReceiver } from './http-receiver.ts';
import type { Intake } from './intake.ts';
import { makeSocketReceiver } from './socket-receiver.ts';

export interface AnyReceiver extends Receiver {
  state(): { readonly sockets: number | null; readonly port: number | null };
}

/** The way in that the settings ask for. */
export function makeReceiver(parts: {
  readonly settings: SlackSettings;
  readonly intake: Intake;
  readonly logger: Logger;
  readonly timers: Timers;
  readonly fetch: FetchFunction;
  /** Shown to browsers on the port of Slack's deliveries. */
  readonly pages: PageHandler | null;
}): AnyReceiver {
  const { settings, ...rest } = parts;
  if (settings.receive.kind === 'socket') {
    const { appToken } = settings.receive;
    const sockets = makeSocketReceiver({ ...rest, appToken, slackApiUrl: settings.apiUrl });
    return { ...sockets, state: () => ({ sockets: sockets.connections(), port: null }) };
  }
  const http = makeHttpReceiver({ ...rest, ...settings.receive });
  return { ...http, state: () => ({ sockets: null, port: http.port() }) };
}
