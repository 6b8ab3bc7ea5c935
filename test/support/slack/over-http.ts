import { createHmac } from 'node:crypto';
import { freePort } from '../free-port.ts';
import type { BotOptions } from './bot-in-slack.ts';

const SIGNING_SECRET = 'local-signing-secret';
const LOOPBACK = '127.0.0.1';

/** How a bot receives over HTTP, and a way to send it what Slack would sign. */
export interface OverHttp {
  readonly options: Pick<BotOptions, 'workspace' | 'receive'>;
  readonly port: number;
  /** Delivers an interaction as Slack would; answers the status and what the bot answered. */
  interact(payload: object): Promise<{ readonly status: number; readonly text: string; readonly tookMs: number }>;
}

export async function overHttp(): Promise<OverHttp> {
  const port = await freePort();
  const url = `http://${LOOPBACK}:${port}/slack/events`;
  return {
    port,
    options: {
      workspace: { httpTarget: url },
      receive: { kind: 'http', signingSecret: SIGNING_SECRET, host: LOOPBACK, port },
    },
    async interact(payload) {
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      const timestamp = Math.floor(Date.now() / 1_000).toString();
      const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
      const before = Date.now();
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${signature}`,
        },
        body,
      });
      return { status: response.status, text: await response.text(), tookMs: Date.now() - before };
    },
  };
}
