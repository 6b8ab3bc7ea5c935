import type { Ids } from '../ids.ts';

/** Slack: a trigger opens one view, within three seconds of the click. */
const TRIGGER_LIFE_MS = 3_000;
/** Slack: five answers through one response_url, within thirty minutes. */
const RESPONSE_URL_USES = 5;
const RESPONSE_URL_LIFE_MS = 30 * 60_000;
/** Older tickets are forgotten first; nobody holds this many that are still good. */
const KEPT_TICKETS = 2_000;

type TriggerUse = { readonly kind: 'ok'; readonly user: string } | { readonly kind: 'refused'; error: string };

export interface Triggers {
  issue(user: string): string;
  use(id: string): TriggerUse;
}

export function makeTriggers(ids: Ids, now: () => number): Triggers {
  const issued = new Map<string, { readonly user: string; readonly at: number; used: boolean }>();
  return {
    issue(user) {
      const id = `${Math.floor(now())}.${issued.size}.${ids.hex(32)}`;
      issued.set(id, { user, at: now(), used: false });
      forgetOldest(issued);
      return id;
    },
    use(id) {
      const trigger = issued.get(id);
      if (!trigger) return { kind: 'refused', error: 'invalid_trigger_id' };
      if (trigger.used) return { kind: 'refused', error: 'exchanged_trigger_id' };
      if (now() - trigger.at > TRIGGER_LIFE_MS) return { kind: 'refused', error: 'expired_trigger_id' };
      trigger.used = true;
      return { kind: 'ok', user: trigger.user };
    },
  };
}

/** Where answers through a response_url go: the place it was given for, and the message it may replace. */
export interface ResponseTarget {
  readonly user: string;
  readonly channel: string;
  readonly threadTs: string | undefined;
  readonly messageTs: string | undefined;
}

type ResponseUse =
  | { readonly kind: 'ok'; readonly target: ResponseTarget }
  | { readonly kind: 'refused'; readonly error: string };

export interface ResponseUrls {
  /** The last part of the URL's path. */
  issue(target: ResponseTarget): string;
  use(key: string): ResponseUse;
}

export function makeResponseUrls(ids: Ids, now: () => number): ResponseUrls {
  const issued = new Map<string, { readonly target: ResponseTarget; readonly at: number; uses: number }>();
  return {
    issue(target) {
      const key = ids.hex(24);
      issued.set(key, { target, at: now(), uses: 0 });
      forgetOldest(issued);
      return key;
    },
    use(key) {
      const hook = issued.get(key);
      if (!hook) return { kind: 'refused', error: 'invalid_url' };
      if (now() - hook.at > RESPONSE_URL_LIFE_MS) return { kind: 'refused', error: 'expired_url' };
      if (hook.uses >= RESPONSE_URL_USES) return { kind: 'refused', error: 'used_url' };
      hook.uses += 1;
      return { kind: 'ok', target: hook.target };
    },
  };
}

function forgetOldest(issued: Map<string, unknown>): void {
  const oldest = issued.keys().next();
  if (issued.size > KEPT_TICKETS && !oldest.done) issued.delete(oldest.value);
}
