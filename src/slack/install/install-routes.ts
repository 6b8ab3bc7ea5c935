import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../ports/logger.ts';
import type { InstallEnd } from './finish-install.ts';
import { endPage, type PageEnd, pageHeaders } from './install-pages.ts';
import { type InstallStates, STATE_LIFE_MS } from './install-state.ts';
import { botScopes } from './scopes.ts';
import type { OauthSettings } from './settings.ts';

/** Answers a request if it is for one of its pages; false: it is not. */
export type PageHandler = (req: IncomingMessage, res: ServerResponse) => Promise<boolean>;

export const INSTALL_PATH = '/slack/install';
export const REDIRECT_PATH = '/slack/oauth_redirect';
const BROWSER_ID = /^[\w-]{43}$/;
const BROWSER_ID_BYTES = 32;

/**
 * `/slack/install` sends a browser to Slack with a state that is good for it alone; Slack sends it back to
 * `/slack/oauth_redirect` with a code, and what is stored then is an installation.
 * @see https://docs.slack.dev/authentication/installing-with-oauth
 */
export function makeInstallRoutes(parts: {
  readonly oauth: OauthSettings;
  readonly slackApiUrl: string;
  readonly states: InstallStates;
  readonly finish: (code: string) => Promise<InstallEnd>;
  readonly logger: Logger;
}): PageHandler {
  const { oauth, states, logger } = parts;
  const isSecure = oauth.publicUrl.startsWith('https:');
  // The prefix makes browsers refuse the cookie from anybody but this host over TLS.
  const cookieName = isSecure ? '__Host-countersign-install' : 'countersign-install';
  const consentUrl = new URL('../oauth/v2/authorize', parts.slackApiUrl);
  const startUrl = `${oauth.publicUrl}${INSTALL_PATH}`;

  const start = (req: IncomingMessage, res: ServerResponse): void => {
    const browser = cookieOf(req, cookieName) ?? randomBytes(BROWSER_ID_BYTES).toString('base64url');
    const target = new URL(consentUrl);
    target.searchParams.set('client_id', oauth.clientId);
    target.searchParams.set('scope', botScopes.join(','));
    target.searchParams.set('redirect_uri', oauth.redirectUri);
    target.searchParams.set('state', states.issue(browser));
    const flags = `Path=/; Max-Age=${STATE_LIFE_MS / 1_000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    res.setHeader('set-cookie', `${cookieName}=${browser}; ${flags}`);
    redirect(res, target.toString());
  };

  const comeBack = async (req: IncomingMessage, query: URLSearchParams): Promise<PageEnd> => {
    const verdict = await states.redeem(query.get('state') ?? '', cookieOf(req, cookieName));
    if (verdict !== 'good') {
      logger.warn({ verdict }, 'an installation came back with a state that is not good');
      return { kind: 'bad-state', because: verdict };
    }
    const code = query.get('code');
    return code === null || code === '' ? { kind: 'declined' } : await parts.finish(code);
  };

  return async (req, res) => {
    const url = URL.parse(req.url ?? '/', oauth.publicUrl);
    if (url === null || req.method !== 'GET') return false;
    if (url.pathname !== INSTALL_PATH && url.pathname !== REDIRECT_PATH) return false;
    // Slack's own pages for administrators start an installation without us: it starts again here, with a state.
    if (url.pathname === INSTALL_PATH || !url.searchParams.has('state')) {
      start(req, res);
      return true;
    }
    const end = await comeBack(req, url.searchParams).catch((): PageEnd => {
      logger.error({}, 'an installation could not be finished');
      return { kind: 'failed' };
    });
    const { status, html } = endPage(end, startUrl);
    res.writeHead(status, pageHeaders).end(html);
    return true;
  };
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(302, { ...pageHeaders, location }).end();
}

/** Our cookie's text, if there is one and it is of ours by its looks. */
function cookieOf(req: IncomingMessage, name: string): string | null {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1).trim();
    if (pair.slice(0, at).trim() === name && BROWSER_ID.test(value)) return value;
  }
  return null;
}
