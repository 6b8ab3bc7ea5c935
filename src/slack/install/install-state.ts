import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Installations } from '../../ports/installations.ts';
import { derivedKey, type SealingKey, type SealingKeys } from './token-seal.ts';

/** What came of a `state` that came back from Slack. */
export type StateVerdict = 'good' | 'wrong' | 'expired' | 'used';

/** The `state` parameter of an installation: ours, for this browser, for ten minutes, once. */
export interface InstallStates {
  issue(browser: string): string;
  /** Spends the state; `browser` is the text of the cookie, null without one. */
  redeem(state: string, browser: string | null): Promise<StateVerdict>;
}

/** Long enough to read Slack's page and ask a colleague; short enough that nothing lies around. */
export const STATE_LIFE_MS = 10 * 60_000;
const PURPOSE = 'countersign.install-state.v1';
const NONCE_BYTES = 16;

/**
 * Signed rather than stored, so that whoever opens the page writes nothing; spent in the store, so that a state is used
 * once whichever process it comes back to. A key that only opens still verifies: a key may change in between.
 */
export function makeInstallStates(parts: {
  readonly keys: SealingKeys;
  readonly installations: Pick<Installations, 'spend'>;
  readonly now: () => number;
}): InstallStates {
  const { keys, installations, now } = parts;
  return {
    issue(browser) {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      const expiresAt = String(now() + STATE_LIFE_MS);
      return [nonce, expiresAt, macOf(keys.current, nonce, expiresAt, browser).toString('base64url')].join('.');
    },
    async redeem(state, browser) {
      const [nonce = '', expiresAt = '', mac = '', ...more] = state.split('.');
      if (browser === null || more.length > 0 || !/^\d{1,15}$/.test(expiresAt)) return 'wrong';
      const given = Buffer.from(mac, 'base64url');
      const isOurs = [...keys.all.values()].some((key) => same(given, macOf(key, nonce, expiresAt, browser)));
      if (!isOurs) return 'wrong';
      if (Number(expiresAt) <= now()) return 'expired';
      const ticket = `install:${createHash('sha256').update(state).digest('base64url')}`;
      return (await installations.spend(ticket, Number(expiresAt) + STATE_LIFE_MS)) ? 'good' : 'used';
    },
  };
}

const macOf = (key: SealingKey, nonce: string, expiresAt: string, browser: string): Buffer =>
  createHmac('sha256', derivedKey(key, PURPOSE))
    .update(JSON.stringify([nonce, expiresAt, browser]))
    .digest();

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
