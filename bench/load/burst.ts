import { createHmac } from 'node:crypto';
import { personTeam } from '../service/person.ts';
import { SIGNING_SECRET } from '../service/signing-secret.ts';

/** Slack gives up after three seconds; the bench waits on, to see how long it takes. */
const GIVES_UP_MS = 30_000;

export interface Burst {
  /** From the moment each was due until it was acknowledged, in milliseconds. */
  readonly waits: readonly number[];
  /** Not taken in; Slack would send them again. */
  readonly refused: number;
}

/**
 * Sends the bot so many messages within a second, signed as Slack signs them, whether or not earlier ones are
 * acknowledged. Two bursts at one bot need different names: what comes twice is a replay.
 */
export async function burst(botUrl: string, name: string, count: number): Promise<Burst> {
  const from = performance.now();
  const acks: Promise<number | null>[] = [];
  for (let i = 0; i < count; i += 1) {
    const due = from + (i / count) * 1_000;
    const left = due - performance.now();
    if (left > 1) await new Promise((resolve) => setTimeout(resolve, left));
    acks.push(deliver(botUrl, `${name}${i}`).then((taken) => (taken ? performance.now() - due : null)));
  }
  const waits = (await Promise.all(acks)).flatMap((wait) => wait ?? []);
  return { waits, refused: count - waits.length };
}

async function deliver(botUrl: string, id: string): Promise<boolean> {
  const body = JSON.stringify(delivery(id));
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const { status } = await fetch(botUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
    signal: AbortSignal.timeout(GIVES_UP_MS),
  });
  return status === 200;
}

/** People talking among themselves: it is stored and looked at, and needs no answer. */
function delivery(id: string) {
  const seconds = Math.floor(Date.now() / 1_000);
  const ts = `${seconds}.000100`;
  return {
    type: 'event_callback',
    event_id: `Ev0${id}`,
    event_time: seconds,
    team_id: personTeam,
    api_app_id: 'A0COUNTER',
    event: {
      type: 'message',
      channel: 'C0GENERAL',
      channel_type: 'channel',
      user: 'U0BOB',
      team: personTeam,
      text: 'words among people',
      ts,
      event_ts: ts,
    },
  };
}
