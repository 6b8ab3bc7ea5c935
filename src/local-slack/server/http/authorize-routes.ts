import { CLIENT_ID, codeFor, isInstallable } from '../web-api/oauth.ts';
import type { Workspace } from '../workspace.ts';
import { HOME_TEAM, ORGANISATION, TEAMS } from '../world/people.ts';
import { readBody } from './body.ts';
import { type Reply, textReply } from './reply.ts';
import { type Route, route } from './routes.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Slack's consent page. A browser is shown what the app asks for, with Allow and Cancel for each place it can be
 * installed in; anybody else has allowed it by asking, and is sent straight back with a code.
 */
export function authorizeRoutes(workspace: Workspace): readonly Route[] {
  return [
    route('GET /oauth/v2/authorize', ({ request, url }) => {
      const wrong = problemWith(workspace, url.searchParams);
      if (wrong) return wrong;
      const isBrowser = request.headers.accept?.includes('text/html') === true;
      return isBrowser ? consentPage(workspace, url.searchParams) : sendBack(url.searchParams, 'allow');
    }),
    route('POST /oauth/v2/authorize', async ({ request }) => {
      const body = await readBody(request, BODY_LIMIT_BYTES);
      if (body.kind === 'too-large') return textReply(413, 'too large');
      const form = new URLSearchParams(body.bytes.toString('utf8'));
      return problemWith(workspace, form) ?? sendBack(form, form.get('answer') ?? '');
    }),
  ];
}

function problemWith(workspace: Workspace, query: URLSearchParams): Reply | undefined {
  if (query.get('client_id') !== CLIENT_ID) return textReply(400, 'invalid_client_id');
  if (!isInstallable(workspace, placeIn(query))) return textReply(400, 'invalid_team');
  return URL.canParse(query.get('redirect_uri') ?? '') ? undefined : textReply(400, 'bad_redirect_uri');
}

const placeIn = (query: URLSearchParams): string => query.get('team') ?? HOME_TEAM;

function sendBack(query: URLSearchParams, answer: string): Reply {
  const target = new URL(query.get('redirect_uri') ?? '');
  if (answer === 'allow') target.searchParams.set('code', codeFor(placeIn(query)));
  else target.searchParams.set('error', 'access_denied');
  target.searchParams.set('state', query.get('state') ?? '');
  return { status: 302, type: 'text/plain', body: '', headers: { location: target.toString() } };
}

function consentPage(workspace: Workspace, query: URLSearchParams): Reply {
  const places = [...TEAMS.values(), ORGANISATION].filter(({ id }) => isInstallable(workspace, id));
  const scopes = (query.get('scope') ?? '').split(',').map((scope) => `<li>${escaped(scope)}</li>`);
  const forms = places.map(({ id, name }) => consentForm(query, id, name));
  const title = `${escaped(workspace.manifest.displayName)} asks to be installed`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>It asks for:</p><ul>${scopes.join('')}</ul>${forms.join('')}</html>`,
    // The form's answer leads to the app, so that where it may go is not restricted.
    headers: { 'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" },
  };
}

function consentForm(query: URLSearchParams, place: string, name: string): string {
  const fields = ['client_id', 'redirect_uri', 'state'].map((key) => hidden(key, query.get(key) ?? ''));
  const buttons = `<button name="answer" value="allow">Allow</button> <button name="answer" value="cancel">Cancel</button>`;
  return `<form method="post" action="/oauth/v2/authorize">${fields.join('')}${hidden('team', place)}<p>${escaped(name)}: ${buttons}</p></form>`;
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
