import { fileURLToPath } from 'node:url';
import { makeChanges } from './changes.ts';
import { makeClock } from './clock.ts';
import { controlRoutes } from './control/routes.ts';
import { makeAppEvents } from './delivery/app-events.ts';
import { makeEventQueue } from './delivery/event-queue.ts';
import { makeHttpTarget } from './delivery/http-target.ts';
import { makeSocketHub } from './delivery/socket-hub.ts';
import { ACK_DEADLINE_MS } from './delivery/transport.ts';
import { authorizeRoutes } from './http/authorize-routes.ts';
import { changesRoute } from './http/changes-route.ts';
import { pageRoutes } from './http/page-files.ts';
import { closeServer, LOOPBACK, listen, makeHttpServer } from './http/server.ts';
import { fileRoutes } from './http/upload-routes.ts';
import { makeIds } from './ids.ts';
import { installationIn } from './installation.ts';
import { readManifest } from './manifest.ts';
import { peopleRoutes } from './people/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { apiRoutes } from './web-api/api-route.ts';
import { makeCallLog } from './web-api/call-log.ts';
import { makeFaults } from './web-api/faults.ts';
import { makeRateLimits } from './web-api/rate-limits.ts';
import { hookRoutes } from './web-api/response-url.ts';
import type { Workspace } from './workspace.ts';
import { makeTimestamps } from './world/timestamps.ts';
import { makeWorld } from './world/world.ts';

export interface LocalSlackOptions {
  /** 0 lets the system choose. */
  readonly port?: number;
  /** Milliseconds since 1970; the control clock is added to it. */
  readonly now?: () => number;
  /** The same seed makes the same ids in the same order. */
  readonly seed?: number;
  /** The app's request URL: Slack's side then posts signed requests there in place of Socket Mode. */
  readonly httpTarget?: string;
  readonly manifestPath?: string;
  readonly rateLimits?: 'slack' | 'off';
  /** How long the app has to answer; shorter in tests of what happens when it does not. */
  readonly ackDeadlineMs?: number;
  /** Makes both workspaces part of one organisation, in which the app can be installed once for all. */
  readonly organisation?: boolean;
  /** How long a token lives where the manifest has tokens rotated. */
  readonly tokenLifeMs?: number;
}

export interface LocalSlack {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Slack's: twelve hours. */
const TOKEN_LIFE_MS = 12 * 60 * 60_000;
/** The signing secret of the HTTP mode. */
const SIGNING_SECRET = 'local-signing-secret';
const WEB_FOLDER = fileURLToPath(new URL('../web', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../../manifest.yml', import.meta.url));

/** Starts a workspace on loopback. Rejects where the manifest cannot be read or the port is taken. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { port: wantedPort = 0, now = Date.now, seed = 1, httpTarget, rateLimits = 'slack' } = options;
  const { manifestPath = MANIFEST, ackDeadlineMs = ACK_DEADLINE_MS } = options;
  const { organisation = false, tokenLifeMs = TOKEN_LIFE_MS } = options;
  const manifest = readManifest(manifestPath);
  const rotation = manifest.tokenRotation ? { lifeMs: tokenLifeMs } : undefined;
  const clock = makeClock(now);
  const ids = makeIds(seed);
  const changes = makeChanges();
  const sockets =
    httpTarget === undefined ? makeSocketHub({ ids, ackDeadlineMs, onOpen: () => queue.wake() }) : undefined;
  const transport = sockets ?? makeHttpTarget({ url: httpTarget ?? '', signingSecret: SIGNING_SECRET, ackDeadlineMs });
  const queue = makeEventQueue(clock, (payload, retry) => transport.deliverEvent(payload, retry));
  let url = '';

  const workspace: Workspace = {
    manifest,
    isOrganisation: organisation,
    clock,
    ids,
    nextTs: makeTimestamps(clock.now),
    changes,
    calls: makeCallLog(({ n, method, status }) => changes.record('call', { call: n, method, status })),
    faults: makeFaults(),
    rates: makeRateLimits(rateLimits, clock.now),
    events: makeAppEvents({
      manifest,
      clock,
      ids,
      queue,
      installationIn: (team) => installationIn(workspace, team),
    }),
    ask: (kind, payload) => transport.ask(kind, payload),
    sockets,
    url: () => url,
    world: makeWorld(ids, clock.now, manifest.displayName, rotation),
    reset() {
      workspace.world = makeWorld(ids, clock.now, manifest.displayName, rotation);
      workspace.calls.clear();
      workspace.faults.clear();
      workspace.rates.clear();
      sockets?.mischief.clear();
      queue.clear();
      changes.record('reset');
    },
  };

  const server = makeHttpServer([
    ...apiRoutes(workspace),
    ...peopleRoutes(workspace),
    ...controlRoutes(workspace),
    changesRoute(workspace),
    ...hookRoutes(workspace),
    ...fileRoutes(workspace),
    ...authorizeRoutes(workspace),
    ...siteRoutes(),
    ...pageRoutes(WEB_FOLDER),
  ]);
  server.on('upgrade', (request, socket, head) => {
    if (sockets) sockets.upgrade(request, socket, head);
    else socket.destroy();
  });
  const port = await listen(server, wantedPort);
  url = `http://${LOOPBACK}:${port}`;

  return {
    url,
    port,
    async close() {
      queue.clear();
      clock.close();
      await transport.close();
      await closeServer(server);
    },
  };
}
