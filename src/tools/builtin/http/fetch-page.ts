import type { Egress } from './egress.ts';
import { isPrivateLiteral } from './egress.ts';
import { type Page, requestPage, UnexpectedEncoding } from './request-page.ts';
import { pinHost, type ResolveHost } from './resolve-host.ts';
import { readAddress, type WebAddress } from './web-address.ts';

/** Browsers stop at 20; a page a person would name needs two or three. */
const MAX_REDIRECTS = 5;

export type Fetched =
  | { readonly kind: 'page'; readonly page: Page; readonly url: URL }
  | { readonly kind: 'refused'; readonly reason: string };

export interface FetchBounds {
  readonly egress: Egress;
  readonly resolve: ResolveHost;
  readonly maxBytes: number;
  /** For everything together: look-up, connections, redirects, body. */
  readonly timeoutMs: number;
}

/**
 * Fetches a page. Every hop is judged like the first one: allow-list, address, pin. `approvedOrigin`: a person let this
 * call out of the allow-list, to this origin and no other; it is never let into a private network.
 */
export async function fetchPage(
  start: WebAddress,
  bounds: FetchBounds,
  options: { readonly approvedOrigin: string | null; readonly signal: AbortSignal },
): Promise<Fetched> {
  const limit = AbortSignal.timeout(bounds.timeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  try {
    return await follow(start, bounds, options.approvedOrigin, signal);
  } catch (error) {
    options.signal.throwIfAborted();
    if (limit.aborted) return refused(`No answer within ${bounds.timeoutMs} ms.`);
    return refused(connectionFault(error));
  }
}

async function follow(
  start: WebAddress,
  bounds: FetchBounds,
  approvedOrigin: string | null,
  signal: AbortSignal,
): Promise<Fetched> {
  let at = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const admitted = bounds.egress.admits(at);
    if (admitted === 'no' && at.url.origin !== approvedOrigin) return refused(notAllowed(at));
    if (admitted !== 'private' && isPrivateLiteral(at)) return refused(notPublic(at));
    const pin = await orAborted(pinHost(at, bounds.resolve, admitted === 'private'), signal);
    if (pin.kind === 'refused') return pin;
    const page = await requestPage(at, pin, { maxBytes: bounds.maxBytes, signal });
    if (!isRedirect(page)) return { kind: 'page', page, url: at.url };
    const next = readAddress(page.location ?? '', at.url);
    if (next.kind === 'unusable') return refused(`The page redirects to an address that is not used: ${next.reason}.`);
    at = next;
  }
  return refused(`More than ${MAX_REDIRECTS} redirects.`);
}

export const notAllowed = ({ url }: WebAddress): string => `${url.origin} is not on the list of allowed hosts.`;
export const notPublic = ({ host }: WebAddress): string => `${host} is not on the public internet.`;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const isRedirect = ({ status, location }: Page): boolean => REDIRECTS.has(status) && location !== null;

/** A look-up cannot be stopped, but nobody has to wait for it. */
async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function connectionFault(error: unknown): string {
  if (error instanceof UnexpectedEncoding) return 'The server answered in a compression that was not asked for.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `The connection failed (${code}).`;
}

const refused = (reason: string): Fetched => ({ kind: 'refused', reason });
