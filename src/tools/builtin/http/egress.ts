import { isPublicAddress } from './address.ts';
import { readAddress, type WebAddress } from './web-address.ts';

/** Where requests may go unasked. */
export interface Egress {
  /** `private`: also when the host turns out to be no public address. */
  admits(address: WebAddress): 'public' | 'private' | 'no';
}

/** An allow-list entry that cannot be understood, or says less than it must. */
export class EgressRuleProblem extends Error {
  /** What a part that cannot start is called: the process ends with its message. */
  override readonly name = 'StartProblem';
}

interface Rule {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** `subdomains`: any name that ends in `.host`. */
  readonly which: 'exactly' | 'subdomains' | 'any';
  readonly port: number | 'any';
  readonly pathPrefix: string;
}

/**
 * Reads an allow-list. An entry is `[scheme://]host[:port][/path]`: scheme https unless given; `*.example.com` for the
 * names below example.com, `*` for every host; the scheme's own port unless given, `:*` for any; paths at or below the
 * one given. `allowPrivate` entries name scheme, host and port exactly and may be loopback or private addresses:
 * nothing else ever is, whatever it resolves to.
 */
export function makeEgress(lists: {
  readonly allow: readonly string[];
  readonly allowPrivate: readonly string[];
}): Egress {
  const open = lists.allow.map(readRule);
  const inner = lists.allowPrivate.map(readPrivateRule);
  return {
    admits(address) {
      if (inner.some((rule) => matches(rule, address))) return 'private';
      return open.some((rule) => matches(rule, address)) ? 'public' : 'no';
    },
  };
}

/** Whether an address names, in its own letters, a place that is not on the public internet. */
export const isPrivateLiteral = ({ isLiteral, host }: WebAddress): boolean => isLiteral && !isPublicAddress(host);

const ENTRY =
  /^(?:(?<scheme>https?):\/\/)?(?<host>\[[0-9a-f:.]+\]|[^\s/:*@[\]]+|\*|\*\.[^\s/:*@[\]]+)(?::(?<port>\d{1,5}|\*))?(?<path>\/\S*)?$/i;

function readRule(entry: string): Rule {
  const { scheme = 'https', host = '', port, path = '/' } = ENTRY.exec(entry)?.groups ?? {};
  const which = host === '*' ? 'any' : host.startsWith('*.') ? 'subdomains' : 'exactly';
  const named = which === 'any' ? 'any.example' : host.replace(/^\*\./, '');
  const reading = readAddress(
    `${scheme.toLowerCase()}://${named}${port === undefined || port === '*' ? '' : `:${port}`}${path}`,
  );
  if (host === '' || reading.kind === 'unusable') {
    throw new EgressRuleProblem(`${JSON.stringify(entry)} is not a host that can be allowed`);
  }
  return {
    scheme: reading.scheme,
    host: reading.host,
    which,
    port: port === '*' ? 'any' : reading.port,
    pathPrefix: reading.url.pathname,
  };
}

function readPrivateRule(entry: string): Rule {
  const rule = readRule(entry);
  if (rule.which === 'exactly' && rule.port !== 'any' && /^https?:\/\/.+:\d+(\/|$)/i.test(entry)) return rule;
  throw new EgressRuleProblem(`${JSON.stringify(entry)} must name scheme, host and port to allow a private address`);
}

function matches(rule: Rule, { scheme, host, port, url }: WebAddress): boolean {
  if (scheme !== rule.scheme || (rule.port !== 'any' && port !== rule.port)) return false;
  if (!isAtOrBelow(url.pathname, rule.pathPrefix)) return false;
  switch (rule.which) {
    case 'any':
      return true;
    case 'subdomains':
      return host.endsWith(`.${rule.host}`);
    case 'exactly':
      return host === rule.host;
  }
}

/** `/docs` stands for itself and what is below it, not for `/docs-of-others`. */
const isAtOrBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
