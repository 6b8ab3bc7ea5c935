import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { CallArgs, CallOutcome, SlackApi } from './call.ts';

/** How long to wait when Slack limits us without saying for how long (HTTP 200 `rate_limited`, 429 without a header). */
const UNSTATED_WAIT_MS = 2_000;

/** Slack could not finish; something may have happened before it gave up. */
const slackFaults: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);

const thrown = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().catch(''),
  retryAfter: z.number().optional().catch(undefined),
  data: z
    .object({
      error: z.string(),
      response_metadata: z.object({ messages: z.array(z.string()).catch([]) }).optional(),
    })
    .optional()
    .catch(undefined),
  original: z.object({ name: z.string() }).optional().catch(undefined),
});

/** The SDK's client as a function that answers instead of throwing. Expects a client that makes no retries of its own. */
export function makeWebApi(client: WebClient): SlackApi {
  return {
    async call(method, args: CallArgs): Promise<CallOutcome> {
      try {
        return { kind: 'ok', body: await client.apiCall(method, { ...args }) };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** Reads what the SDK throws: platform errors, HTTP errors, rate limits, lost connections. */
export function outcomeOf(error: unknown): CallOutcome {
  const read = thrown.safeParse(error);
  if (!read.success) return { kind: 'unknown', why: 'network' };
  const { code, message, retryAfter, data, original } = read.data;
  if (data !== undefined) return refusal(data.error, data.response_metadata?.messages ?? []);
  if (retryAfter !== undefined) return { kind: 'rate-limited', retryAfterMs: retryAfter * 1_000 };
  if (message.startsWith('Retry header')) return { kind: 'rate-limited', retryAfterMs: UNSTATED_WAIT_MS };
  if (code === 'slack_webapi_http_error') return { kind: 'unknown', why: 'http' };
  return { kind: 'unknown', why: original?.name === 'TimeoutError' ? 'timeout' : 'network' };
}

/** A body that is no JSON reaches us as an `error` holding the whole page. */
function refusal(code: string, details: readonly string[]): CallOutcome {
  if (!/^[a-z0-9_.-]{1,80}$/i.test(code)) return { kind: 'unknown', why: 'unreadable' };
  if (code === 'rate_limited' || code === 'ratelimited')
    return { kind: 'rate-limited', retryAfterMs: UNSTATED_WAIT_MS };
  return slackFaults.has(code) ? { kind: 'unknown', why: 'slack-fault' } : { kind: 'refused', code, details };
}
