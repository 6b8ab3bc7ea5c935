import { FILE_LIMIT_BYTES } from '../web-api/file-methods.ts';
import type { Workspace } from '../workspace.ts';
import { readBody } from './body.ts';
import { textReply } from './reply.ts';
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
