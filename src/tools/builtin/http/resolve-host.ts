import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './address.ts';
import type { WebAddress } from './web-address.ts';

/** Names to IP addresses, as the system does it. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export const systemResolve: ResolveHost = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export type Resolution =
  | { readonly kind: 'pinned'; readonly address: string; readonly family: 4 | 6 }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Resolves a host once; the connection goes to the address found here and is not looked up again. One private answer
 * among several refuses the host: which one is used must not be up to its owner.
 */
export async function pinHost(target: WebAddress, resolve: ResolveHost, privateAllowed: boolean): Promise<Resolution> {
  const { host, isLiteral } = target;
  const addresses = isLiteral ? [host] : await resolve(host).catch(() => []);
  const [address] = addresses;
  if (address === undefined) return { kind: 'refused', reason: `The host ${host} was not found.` };
  if (!privateAllowed && !addresses.every(isPublicAddress)) {
    return { kind: 'refused', reason: `The host ${host} is not on the public internet.` };
  }
  return { kind: 'pinned', address, family: isIP(address) === 6 ? 6 : 4 };
}
