import { z } from 'zod';
import type { SocketHub } from '../delivery/socket-hub.ts';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import type { RouteRequest } from '../http/routes.ts';
import { readJson } from '../people/person-request.ts';
import type { Workspace } from '../workspace.ts';

const CHANGE = z.object({ action: z.string() });

/** Does to all connections, or to the next envelope, what networks and Slack do. */
export async function changeSockets(workspace: Workspace, { request }: RouteRequest): Promise<Reply> {
  const body = await readJson(request, CHANGE);
  if (body.kind === 'refused') return body.reply;
  const { sockets } = workspace;
  if (!sockets) return problem(409, 'not_in_socket_mode');
  const connections = sockets.connections();
  if (!apply(sockets, body.value.action)) return problem(400, 'unknown_action');
  return jsonReply({ ok: true, connections });
}

function apply(sockets: SocketHub, action: string): boolean {
  const delayMs = /^delay-next:(\d{1,7})$/.exec(action)?.[1];
  if (delayMs !== undefined) {
    sockets.mischief.delayNext(Number(delayMs));
    return true;
  }
  const known = ACTIONS.get(action);
  known?.(sockets);
  return known !== undefined;
}

/**
 * What can be asked for beside `delay-next:MS`. `refresh`, `refresh-one`, `warning`, `link-disabled` and `too-many` are
 * Slack's disconnect frames; `close` cuts without one. `half-open`: nothing the app says is read any more, what is sent
 * still arrives. `silence`: nothing passes in either direction, pings included, and nobody closes the connection.
 * `duplicate-next` and `reorder` are about the next envelope.
 */
const ACTIONS: ReadonlyMap<string, (sockets: SocketHub) => void> = new Map([
  ['refresh', (sockets) => sockets.dismissAll('refresh_requested')],
  ['refresh-one', (sockets) => sockets.dismissOne('refresh_requested')],
  ['warning', (sockets) => sockets.dismissAll('warning')],
  ['link-disabled', (sockets) => sockets.dismissAll('link_disabled')],
  ['too-many', (sockets) => sockets.dismissAll('too_many_websockets')],
  ['close', (sockets) => sockets.cutAll()],
  ['half-open', (sockets) => sockets.freezeAll()],
  ['silence', (sockets) => sockets.silenceAll()],
  ['duplicate-next', (sockets) => sockets.mischief.duplicateNext()],
  ['reorder', (sockets) => sockets.mischief.reorderNext()],
]);
