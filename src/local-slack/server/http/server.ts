import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { problem, send, textReply } from './reply.ts';
import { matchRoute, type Route } from './routes.ts';

/** Nobody but this machine may speak to the workspace: it has no passwords. */
export const LOOPBACK = '127.0.0.1';
const LOCAL_NAMES = new Set(['127.0.0.1', 'localhost']);

export function makeHttpServer(routes: readonly Route[]): Server {
  const server = createServer((request, response) => {
    answer(routes, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, problem(500, 'internal_error'));
    });
  });
  // Whoever calls closes what is idle: if we did, a request sent at that moment would be lost.
  server.keepAliveTimeout = 0;
  return server;
}

/** Listens on loopback; answers the port, which the system has chosen where 0 was asked for. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function answer(routes: readonly Route[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${LOOPBACK}`);
  if (!isLocal(request)) return send(response, textReply(403, 'This workspace answers to its own machine only.'));
  const match = matchRoute(routes, request.method ?? 'GET', url.pathname);
  if (match === undefined) return send(response, problem(404, 'not_found'));
  if (match === 'wrong-verb') return send(response, problem(405, 'method_not_allowed'));
  const reply = await match.route.handle({ request, response, url, path: match.path });
  if (reply && !response.destroyed) send(response, reply);
}

/** A web page of elsewhere can make a browser call us; its name for us, or its origin, gives it away. */
function isLocal({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const origin = headers.origin;
  const isOwnOrigin = origin === undefined || origin === `http://${headers.host ?? ''}`;
  return LOCAL_NAMES.has(host) && isOwnOrigin;
}
