import type { Change } from '../changes.ts';
import type { Workspace } from '../workspace.ts';
import { problem } from './reply.ts';
import { type Route, route } from './routes.ts';

/** Keeps connections open through idle times, and lets both ends notice a dead one. */
const HEARTBEAT_MS = 15_000;

/**
 * `GET /changes?since=N` (server-sent events): every change after N, then each new one as it happens.
 * `data` is the change as JSON with its `n` and `type`; a browser that reconnects goes on after the last one it saw.
 */
export function changesRoute(workspace: Workspace): Route {
  return route('GET /changes', ({ request, response, url }) => {
    const since = Number(request.headers['last-event-id'] ?? url.searchParams.get('since') ?? Number.NaN);
    if (url.searchParams.has('since') && !Number.isFinite(since)) return problem(400, 'invalid_since');
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    });
    response.write(': changes\n\n');
    const write = (change: Change) => response.write(`id: ${change.n}\ndata: ${JSON.stringify(change)}\n\n`);
    for (const change of Number.isFinite(since) ? workspace.changes.since(since) : []) write(change);
    const unsubscribe = workspace.changes.subscribe(write);
    const heartbeat = setInterval(() => response.write(': \n\n'), HEARTBEAT_MS);
    response.on('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
    });
    return undefined;
  });
}
