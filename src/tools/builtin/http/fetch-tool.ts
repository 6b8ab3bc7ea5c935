import { z } from 'zod';
import type { Tool } from '../../../ports/tools.ts';
import { defineTool } from '../../define-tool.ts';
import { isPrivateLiteral, makeEgress } from './egress.ts';
import { fetchPage, notAllowed, notPublic } from './fetch-page.ts';
import { pageText } from './page-text.ts';
import { type ResolveHost, systemResolve } from './resolve-host.ts';
import { readAddress, type WebAddress } from './web-address.ts';

export interface FetchToolOptions {
  /** Hosts that may be fetched from (`makeEgress` says how an entry is written). */
  readonly allow: readonly string[];
  /** Exact scheme, host and port of places on this machine or a private network. */
  readonly allowPrivate?: readonly string[];
  /** Of the body that is read; the rest is left. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly resolve?: ResolveHost;
}

const input = z.object({
  url: z
    .string()
    .min(1)
    .superRefine((text, context) => {
      const reading = readAddress(text);
      if (reading.kind === 'unusable') context.addIssue(reading.reason);
    })
    .describe('Absolute http or https address'),
});

/**
 * `web.fetch`: reads one page with GET. A host outside the allow-list is what the sandbox denies; a person may let one
 * such call out, to the origin that was shown. Loopback and private addresses are refused whoever approves, except
 * where the operator listed that very place. What comes back is untrusted. Addresses carry data out, so an approval is
 * never remembered.
 */
export function fetchTool({ allow, allowPrivate = [], maxBytes, timeoutMs, resolve }: FetchToolOptions): Tool {
  const egress = makeEgress({ allow, allowPrivate });
  const bounds = { egress, resolve: resolve ?? systemResolve, maxBytes, timeoutMs };
  return defineTool({
    name: 'web.fetch',
    title: 'Fetch a web page',
    description: 'Fetches a web page or a text file by its address and returns its text.',
    input,
    version: '1',
    capabilities: ['arbitrary-egress'],
    effect: 'read',
    ingestsUntrusted: true,
    veto({ url }) {
      const address = addressOf(url);
      return egress.admits(address) !== 'private' && isPrivateLiteral(address) ? notPublic(address) : null;
    },
    sandbox({ url }) {
      const address = addressOf(url);
      return egress.admits(address) === 'no' ? notAllowed(address) : null;
    },
    async run({ url }, { signal, mayLeaveSandbox }) {
      const address = addressOf(url);
      const approvedOrigin = mayLeaveSandbox === true ? address.url.origin : null;
      const fetched = await fetchPage(address, bounds, { approvedOrigin, signal });
      if (fetched.kind === 'refused') return { text: fetched.reason, isError: true };
      const { page } = fetched;
      const text = `${page.status} ${fetched.url.href}\n\n${pageText(page, fetched.url)}`;
      return { text, isError: page.status >= 400 };
    },
  });
}

function addressOf(url: string): WebAddress {
  const reading = readAddress(url);
  // The schema lets only readable addresses through.
  if (reading.kind === 'unusable') throw new TypeError(reading.reason);
  return reading;
}
