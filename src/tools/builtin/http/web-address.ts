import { isIP } from 'node:net';

/** Longer than any address a person would read on a card. */
const MAX_URL_CHARS = 2_048;

/** An address that may be judged: http or https, one host, nothing hidden in front of it. */
export interface WebAddress {
  readonly kind: 'address';
  readonly url: URL;
  readonly scheme: 'http' | 'https';
  /** Lower case, punycode, no trailing dot, no brackets; numbers in any notation are dotted IPv4. */
  readonly host: string;
  /** The host is an IP address. */
  readonly isLiteral: boolean;
  readonly port: number;
}

export type AddressReading = WebAddress | { readonly kind: 'unusable'; readonly reason: string };

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
]);

/**
 * Reads an address as the client will use it (WHATWG URL), so that what is judged is what is asked for. Refused: other
 * schemes, user names and passwords in front of the host, and hosts that end in more than one dot.
 */
export function readAddress(text: string, base?: URL): AddressReading {
  if (text.length > MAX_URL_CHARS) return unusable(`an address has at most ${MAX_URL_CHARS} characters`);
  const url = URL.parse(text, base?.href);
  if (url === null) return unusable('not an absolute web address');
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'http' && scheme !== 'https') return unusable('only http and https addresses can be fetched');
  if (url.username !== '' || url.password !== '') return unusable('an address holds no user name or password');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '' || host.endsWith('.')) return unusable('the address has no usable host');
  const port = url.port === '' ? (DEFAULT_PORTS.get(scheme) ?? 0) : Number(url.port);
  url.hash = '';
  return { kind: 'address', url, scheme, host, isLiteral: isIP(host) !== 0, port };
}

const unusable = (reason: string): AddressReading => ({ kind: 'unusable', reason });
