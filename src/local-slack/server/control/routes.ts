import { z } from 'zod';
import { jsonReply, problem, type Reply } from '../http/reply.ts';
import { type Route, type RouteRequest, route } from '../http/routes.ts';
import { readJson } from '../people/person-request.ts';
import { readEffect } from '../web-api/faults.ts';
import type { Workspace } from '../workspace.ts';
import { changeApp } from './app.ts';
import { changePerson } from './people.ts';
import { changeSockets } from './sockets.ts';

const FAULT_USES_MAX = 1_000_000;
/** A year: nobody tests more, and dates stay in range. */
const ADVANCE_MAX_MS = 366 * 24 * 60 * 60 * 1_000;

const FAULT = z.object({
  method: z.string().default('*'),
  match: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  times: z.number().int().min(1).max(FAULT_USES_MAX).default(1),
  kind: z.string(),
});
const ADVANCE = z.object({ advance_ms: z.number().min(0).max(ADVANCE_MAX_MS) });

/** What a test does to the workspace itself. Loopback only, like everything here. */
export function controlRoutes(workspace: Workspace): readonly Route[] {
  return [
    route('GET /control/calls', ({ url }) => listCalls(workspace, url)),
    route('POST /control/faults', (at) => planFault(workspace, at)),
    route('POST /control/clock', (at) => advanceClock(workspace, at)),
    route('POST /control/sockets', (at) => changeSockets(workspace, at)),
    route('POST /control/people/:user', (at) => changePerson(workspace, at)),
    route('POST /control/app', (at) => changeApp(workspace, at)),
    route('POST /control/reset', () => {
      workspace.reset();
      return jsonReply({ ok: true });
    }),
  ];
}

function listCalls(workspace: Workspace, url: URL): Reply {
  const since = Number(url.searchParams.get('since') ?? '0');
  if (!Number.isFinite(since)) return problem(400, 'invalid_since');
  return jsonReply({ ok: true, calls: workspace.calls.since(since) });
}

async function planFault(workspace: Workspace, { request }: RouteRequest): Promise<Reply> {
  const body = await readJson(request, FAULT);
  if (body.kind === 'refused') return body.reply;
  const { method, match, times, kind } = body.value;
  const effect = readEffect(kind);
  if (!effect) return problem(400, 'unknown_fault', { kind });
  workspace.faults.plan({ method, match, times, effect });
  return jsonReply({ ok: true });
}

async function advanceClock(workspace: Workspace, { request }: RouteRequest): Promise<Reply> {
  const body = await readJson(request, ADVANCE);
  if (body.kind === 'refused') return body.reply;
  workspace.clock.advance(body.value.advance_ms);
  workspace.changes.record('clock', { now: workspace.clock.now() });
  return jsonReply({ ok: true, now: workspace.clock.now() });
}
