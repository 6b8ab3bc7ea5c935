import { App, type AuthorizeResult, type Receiver, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from '../ports/logger.ts';
import type { Received } from './intake/intake.ts';
import { makeSdkLogger } from './sdk-logger.ts';
import type { Workspace, Workspaces } from './web/workspaces.ts';

export interface SlackApp {
  /** For `register…(bolt)` only. */
  readonly bolt: App;
  /** Runs the listeners for what was received. Rejects when one failed: nobody else heard of it. */
  route(received: Received, ack: (payload?: unknown) => Promise<void>): Promise<void>;
}

/** Slack calls the bot where it is not installed, or no longer. */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';
}

/**
 * The Bolt app. It routes what it is given to listeners; it does not receive: acknowledging before a delivery is
 * durable, as Bolt's own receivers do, would lose it in a crash. `slackApiUrl` also redirects Bolt's own client.
 */
export function makeApp(parts: {
  readonly receiver: Receiver;
  readonly workspaces: Workspaces;
  readonly slackApiUrl: string;
  readonly logger: Logger;
}): SlackApp {
  const { logger } = parts;
  const bolt = new App({
    receiver: parts.receiver,
    authorize: async ({ teamId, enterpriseId }) =>
      authorizationOf(await workspaceOf(parts.workspaces, teamId ?? enterpriseId)),
    clientOptions: { slackApiUrl: parts.slackApiUrl, retryConfig: { retries: 0 }, timeout: 2_000 },
    logger: makeSdkLogger(logger, 'bolt'),
    // Which messages are ours is read from the payload: Bolt's own filter lets edits of our messages through.
    ignoreSelf: false,
    convoStore: false,
  });
  bolt.error((error) => {
    logger.error({ code: error.code }, 'a Slack listener failed');
    return Promise.reject(error);
  });
  return {
    bolt,
    async route({ body, retry }, ack) {
      const event: ReceiverEvent = { body: { ...body }, retryNum: retry, ack };
      await bolt.processEvent(event);
    },
  };
}

async function workspaceOf(workspaces: Workspaces, team: string | undefined): Promise<Workspace> {
  const workspace = team === undefined ? null : await workspaces.of(team);
  if (workspace === null) throw new NotInstalled('The bot is not installed there');
  return workspace;
}

const authorizationOf = ({ botToken, botId, botUser, team }: Workspace): AuthorizeResult => ({
  botToken,
  botId,
  botUserId: botUser,
  teamId: team,
});
