import { createHmac } from 'node:crypto';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { Answer, Retry, RetryReason, Transport } from './transport.ts';

export interface HttpTargetParts {
  /** Where Slack posts everything: the app's request URL. */
  readonly url: string;
  readonly signingSecret: string;
  readonly ackDeadlineMs: number;
}

type Reply =
  | { readonly kind: 'accepted'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: RetryReason; readonly mayRetry: boolean };

/** Signed HTTP requests to the app, as Slack sends them (https://docs.slack.dev/authentication/verifying-requests-from-slack). */
export function makeHttpTarget({ url, signingSecret, ackDeadlineMs }: HttpTargetParts): Transport {
  async function post(contentType: string, body: string, retry?: Retry): Promise<Reply> {
    // The receiver compares with its own clock, so this is real time even where the workspace's has been moved.
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const headers: Record<string, string> = {
      'content-type': contentType,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': sign(signingSecret, timestamp, body),
    };
    if (retry) {
      headers['x-slack-retry-num'] = String(retry.num);
      headers['x-slack-retry-reason'] = retry.reason;
    }
    try {
      const signal = AbortSignal.timeout(ackDeadlineMs);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      const text = await response.text();
      if (response.ok) return { kind: 'accepted', text };
      return { kind: 'failed', reason: 'http_error', mayRetry: response.headers.get('x-slack-no-retry') !== '1' };
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError';
      return { kind: 'failed', reason: timedOut ? 'http_timeout' : 'connection_failed', mayRetry: true };
    }
  }

  return {
    async deliverEvent(payload, retry) {
      const reply = await post('application/json', JSON.stringify(payload), retry);
      return reply.kind === 'accepted' ? { kind: 'acked' } : reply;
    },
    async ask(kind, payload): Promise<Answer> {
      const form = kind === 'slash_commands' ? formOf(payload) : { payload: JSON.stringify(payload) };
      const reply = await post('application/x-www-form-urlencoded', new URLSearchParams(form).toString());
      if (reply.kind === 'failed') return { kind: 'unanswered', reason: reply.reason };
      const parsed = parseJson(reply.text);
      if (parsed && isObject(parsed.value)) return { kind: 'answered', body: parsed.value };
      return { kind: 'answered', body: reply.text === '' ? undefined : { text: reply.text } };
    },
    async close() {},
  };
}

/** `v0=` and the HMAC-SHA256 of `v0:timestamp:body`. */
function sign(secret: string, timestamp: string, body: string): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
}

function formOf(payload: JsonObject): Record<string, string> {
  const pairs = Object.entries(payload).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    pairs.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
