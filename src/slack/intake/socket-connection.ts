import { z } from 'zod';
import type { Logger } from '../../ports/logger.ts';
import { makeSdkLogger } from '../sdk-logger.ts';
import { type Timers, within } from '../web/timers.ts';
import type { FetchFunction } from '../web/workspaces.ts';
import type { Intake } from './intake.ts';
import { SafeSocketClient } from './socket-client.ts';

export interface SocketParts {
  readonly appToken: string;
  readonly slackApiUrl: string;
  readonly intake: Intake;
  readonly logger: Logger;
  readonly timers: Timers;
  readonly fetch?: FetchFunction;
  /** Called when this connection comes up or goes down. */
  readonly onChange: () => void;
}

export interface SocketConnection {
  /** Rejects only when Slack refuses the app token at the very first attempt. */
  start(): Promise<void>;
  isUp(): boolean;
  /** Resolves when closed, or after `CLOSE_TIMEOUT_MS` at the latest. */
  stop(): Promise<void>;
}

/** A hello that has not come by now will not come. */
const HELLO_TIMEOUT_MS = 10_000;
/**
 * A peer that answers no ping for this long is gone, though nobody closed the connection; the SDK pings three times in
 * this time and gives the connection up at most two pings later. Longer would only lengthen the silence.
 */
const PONG_TIMEOUT_MS = 5_000;
/** The SDK can take 5–30 s to close (node-slack-sdk#2752); we do not wait for it. */
const CLOSE_TIMEOUT_MS = 1_500;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** Slack will not accept this token however often it is asked; ask rarely, in case an operator mends it. */
const REFUSED_RETRY_MS = 60_000;
const REFUSALS: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'account_inactive',
  'user_removed_from_team',
  'team_disabled',
  'not_allowed_token_type',
]);

const envelope = z.object({
  body: z.record(z.string(), z.unknown()),
  retry_num: z.number().optional().catch(undefined),
  ack: z.custom<(payload?: unknown) => Promise<void>>((value) => typeof value === 'function'),
});
const platformError = z.object({ data: z.object({ error: z.string() }) });

/** Slack does not accept the app-level token. */
export class AppTokenRefused extends Error {
  override readonly name = 'AppTokenRefused';
  readonly code: string;

  constructor(code: string) {
    super(`Slack did not accept the app-level token: ${code}`);
    this.code = code;
  }
}

/**
 * One Socket Mode connection that comes back by itself: the SDK's own reconnecting leaves 5–12 s without a connection
 * and ends the process when a token has been revoked meanwhile. When Slack announces a close, the successor is opened first.
 */
export function makeSocketConnection(parts: SocketParts): SocketConnection {
  const { logger, timers } = parts;
  let current: SafeSocketClient | null = null;
  let stopped = false;
  let failures = 0;
  let cancelRetry = (): void => {};

  const open = async (): Promise<void> => {
    const client = new SafeSocketClient({
      appToken: parts.appToken,
      autoReconnectEnabled: false,
      clientPingTimeout: PONG_TIMEOUT_MS,
      logger: makeSdkLogger(logger, 'socket-mode'),
      clientOptions: {
        slackApiUrl: parts.slackApiUrl,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: HELLO_TIMEOUT_MS,
        ...(parts.fetch === undefined ? {} : { fetch: parts.fetch }),
      },
    });
    client.on('slack_event', (event: unknown) => void receive(event));
    client.onStray = (type) => logger.warn({ type }, 'Slack sent an envelope without an event');
    const hello = await within(timers, HELLO_TIMEOUT_MS, client.start(), 'late' as const);
    if (hello === 'late' || stopped) {
      void close(client);
      if (stopped) return;
      throw new Error('Slack did not say hello in time');
    }
    failures = 0;
    client.onFarewell = (reason) => void replace(client, reason);
    client.on('disconnected', () => lost(client));
    const previous = current;
    current = client;
    parts.onChange();
    if (previous !== null) void close(previous);
  };

  const receive = async (event: unknown): Promise<void> => {
    const read = envelope.safeParse(event);
    if (!read.success) return;
    const { body, retry_num: retry, ack } = read.data;
    const reply = await parts.intake({ body, retry: retry ?? 0 });
    if (reply.kind === 'refuse') return;
    // The socket may have been replaced meanwhile: Slack delivers again, and the inbox knows the key.
    await ack(reply.payload).catch(() => logger.debug({}, 'an ack came too late for its socket'));
  };

  const replace = async (client: SafeSocketClient, reason: string): Promise<void> => {
    logger.info({ reason }, 'Slack will close a socket; opening its successor');
    try {
      await open();
    } catch (error) {
      retryLater(error);
    }
    void close(client);
  };

  const lost = (client: SafeSocketClient): void => {
    if (client !== current || stopped) return;
    current = null;
    parts.onChange();
    retryLater(null);
  };

  const retryLater = (error: unknown): void => {
    if (stopped) return;
    const code = platformError.safeParse(error).data?.data.error ?? null;
    const delay = delayFor(code, failures);
    failures += 1;
    logger.warn({ code, delayMs: Math.round(delay), failures }, 'a Slack socket is down');
    cancelRetry();
    cancelRetry = timers.after(delay, () => {
      open().catch(retryLater);
    });
  };

  return {
    async start() {
      try {
        await open();
      } catch (error) {
        const code = platformError.safeParse(error).data?.data.error;
        if (code !== undefined && REFUSALS.has(code)) throw new AppTokenRefused(code);
        retryLater(error);
      }
    },
    isUp: () => current !== null,
    async stop() {
      stopped = true;
      cancelRetry();
      const last = current;
      current = null;
      if (last !== null) await close(last);
    },
  };

  async function close(client: SafeSocketClient): Promise<void> {
    await within(
      timers,
      CLOSE_TIMEOUT_MS,
      client.disconnect().catch(() => {}),
      undefined,
    );
  }
}

/** Doubles up to half a minute, with jitter so that many bots do not come back at once. */
function delayFor(code: string | null, failures: number): number {
  if (code !== null && REFUSALS.has(code)) return REFUSED_RETRY_MS;
  if (failures === 0) return 0;
  const base = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return base * (0.5 + Math.random() / 2);
}
