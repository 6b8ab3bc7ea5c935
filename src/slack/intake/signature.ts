import { createHmac, timingSafeEqual } from 'node:crypto';

/** Slack's own window, held in both directions: a signature from the future is as wrong as an old one. */
const WINDOW_SECONDS = 300;
/** Signatures remembered to refuse their second use; at 30,000 deliveries an hour this outlasts the window. */
const REMEMBERED = 20_000;

export interface SignedRequest {
  readonly signature: string | undefined;
  readonly timestamp: string | undefined;
  readonly body: Uint8Array;
}

export type SignatureVerdict = 'valid' | 'malformed' | 'outside-window' | 'wrong' | 'replayed';

export interface SignatureCheck {
  verify(request: SignedRequest): SignatureVerdict;
  /** The request was taken in: the same signature is refused from now on. A request we failed may come again. */
  spend(signature: string): void;
}

/**
 * Checks that a request comes from Slack, now, and for the first time.
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function makeSignatureCheck(signingSecret: string, now: () => number): SignatureCheck {
  const spent = new Map<string, number>();
  return {
    verify({ signature, timestamp, body }) {
      if (signature === undefined || timestamp === undefined) return 'malformed';
      if (!/^v0=[0-9a-f]{64}$/.test(signature) || !/^\d{1,12}$/.test(timestamp)) return 'malformed';
      if (Math.abs(now() / 1_000 - Number(timestamp)) > WINDOW_SECONDS) return 'outside-window';
      const expected = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest();
      if (!timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))) return 'wrong';
      return spent.has(signature) ? 'replayed' : 'valid';
    },
    spend(signature) {
      spent.set(signature, now());
      for (const [old, at] of spent) {
        if (spent.size <= REMEMBERED && at > now() - 2 * WINDOW_SECONDS * 1_000) break;
        spent.delete(old);
      }
    },
  };
}
