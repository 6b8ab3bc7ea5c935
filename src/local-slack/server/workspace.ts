import type { Changes } from './changes.ts';
import type { WorkspaceClock } from './clock.ts';
import type { AppEvents } from './delivery/app-events.ts';
import type { SocketHub } from './delivery/socket-hub.ts';
import type { Answer, Question } from './delivery/transport.ts';
import type { Ids } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { ManifestFacts } from './manifest.ts';
import type { CallLog } from './web-api/call-log.ts';
import type { Faults } from './web-api/faults.ts';
import type { RateLimits } from './web-api/rate-limits.ts';
import type { Timestamps } from './world/timestamps.ts';
import type { World } from './world/world.ts';

/** The running workspace: what the Web API, the people's side and the control side all work on. */
export interface Workspace {
  readonly manifest: ManifestFacts;
  /** Both workspaces belong to one organisation (Enterprise Grid). */
  readonly isOrganisation: boolean;
  readonly clock: WorkspaceClock;
  readonly ids: Ids;
  readonly nextTs: Timestamps;
  readonly changes: Changes;
  readonly calls: CallLog;
  readonly faults: Faults;
  readonly rates: RateLimits;
  readonly events: AppEvents;
  readonly ask: (kind: Question, payload: JsonObject) => Promise<Answer>;
  /** Undefined where the app is reached over HTTP. */
  readonly sockets: SocketHub | undefined;
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: () => string;
  /** Replaced by a reset: read it when it is needed, do not keep it. */
  world: World;
  readonly reset: () => void;
}
