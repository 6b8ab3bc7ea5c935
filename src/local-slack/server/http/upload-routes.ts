import { FILE_LIMIT_BYTES } from '../web-api/file-methods.ts';
import { CLIENT_ID, codeFor } from '../web-api/oauth.ts';
import type { Workspace } from '../workspace.ts';
import { TEAMS } from '../world/people.ts';
import { readBody } from './body.ts';
import { type Reply, textReply } from './reply.ts';
import { type Route, route } from './routes.ts';

/** The second step of an upload, and the files themselves. */
export function fileRoutes(workspace: Workspace): readonly Route[] {
  return [
    route('POST /upload/:key', async ({ request, path }) => {
      const file = workspace.world.files.byUploadKey(path('key'));
      if (!file) return textReply(404, 'not found');
      const body = await readBody(request, FILE_LIMIT_BYTES);
      if (body.kind === 'too-large') return textReply(413, 'too large');
      file.content = body.bytes;
      return textReply(200, `OK - ${body.bytes.length}`);
    }),
    route('GET /files/:id', ({ path }) => {
      const content = workspace.world.files.find(path('id'))?.content;
      // Never as HTML: a file is foreign content on the page's own origin.
      return content
        ? {
            status: 200,
            type: 'text/plain; charset=utf-8',
            body: content,
            headers: { 'x-content-type-options': 'nosniff' },
          }
        : textReply(404, 'not found');
    }),
  ];
}

/** The consent page of an installation, with consent given: straight back with a code. */
export function authorizeRoute(): Route {
  return route('GET /oauth/v2/authorize', ({ url }) => authorize(url.searchParams));
}

function authorize(query: URLSearchParams): Reply {
  const team = TEAMS.get(query.get('team') ?? 'T0LOCAL');
  const back = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== CLIENT_ID) return textReply(400, 'invalid_client_id');
  if (!team) return textReply(400, 'invalid_team');
  if (!URL.canParse(back)) return textReply(400, 'bad_redirect_uri');
  const target = new URL(back);
  target.searchParams.set('code', codeFor(team.id));
  target.searchParams.set('state', query.get('state') ?? '');
  return { status: 302, type: 'text/plain', body: '', headers: { location: target.toString() } };
}
