import { createHash } from 'node:crypto';
import type { Envelope } from '../../ports/inbox.ts';
import type { Body } from '../payloads/common.ts';
import type { Press } from '../payloads/interactions.ts';

/** An event as the inbox keeps it: under Slack's own id, without the verification token. */
export function eventEnvelope(id: string, body: Body, receivedAt: number): Envelope {
  return { key: `event:${id}`, kind: 'event', body: withoutSecrets(body), receivedAt };
}

/**
 * A press as the inbox keeps it. Slack gives interactions no id; who pressed which button when is one, and its hash
 * has one length whatever a payload claims.
 */
export function pressEnvelope(press: Press, body: Body, receivedAt: number): Envelope {
  const { actor, actionId, value, actionTs, message, view } = press;
  const identity = [actor.person.team, actor.person.user, actionId, value, actionTs, message?.ts, view?.id];
  const key = createHash('sha256').update(JSON.stringify(identity)).digest('base64url');
  return { key: `press:${key}`, kind: 'action', body: withoutSecrets(body), receivedAt };
}

/** What would let its holder act for somebody, or for us. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'token',
  'response_url',
  'response_urls',
  'trigger_id',
  'bot_access_token',
]);
/** A message's own content is not needed to know which button was pressed in it. */
const BULKY_FIELDS: ReadonlySet<string> = new Set(['state', 'container']);

function withoutSecrets(body: Body): string {
  const isPress = body['type'] === 'block_actions';
  const kept = Object.entries(body).filter(([key]) => !SECRET_FIELDS.has(key) && !(isPress && BULKY_FIELDS.has(key)));
  return JSON.stringify(Object.fromEntries(kept.map(([key, value]) => [key, isPress ? slim(key, value) : value])));
}

function slim(key: string, value: unknown): unknown {
  if ((key !== 'message' && key !== 'view') || typeof value !== 'object' || value === null) return value;
  const needed = new Set(['ts', 'thread_ts', 'id', 'private_metadata', 'callback_id', 'team', 'app_installed_team_id']);
  return Object.fromEntries(Object.entries(value).filter(([field]) => needed.has(field)));
}
