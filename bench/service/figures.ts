import { readdirSync, statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Look, ProcessFigures } from './messages.ts';

const MB = 1024 * 1024;
const MS_PER_US = 1e-3;
const MS_PER_NS = 1e-6;
/** Finer than what anybody would notice, coarser than what watching costs. */
const LOOP_LOOK_MS = 5;
/** The collection itself holds the loop up: it is not counted. */
const AFTER_COLLECTION_MS = 50;
/** Linux; elsewhere descriptors are not counted. */
const OWN_DESCRIPTORS = '/proc/self/fd';

/** Looks at this process. `databasePath`: whose write-ahead log is measured. */
export function makeFigures(databasePath: string, turnsRunning: () => number): (look: Look) => ProcessFigures {
  const loop = monitorEventLoopDelay({ resolution: LOOP_LOOK_MS });
  loop.enable();
  return (look) => {
    const loopDelayP99 = Math.max(0, loop.percentile(99) * MS_PER_NS - LOOP_LOOK_MS);
    if (look === 'settle') {
      globalThis.gc?.();
      setTimeout(() => loop.reset(), AFTER_COLLECTION_MS);
    }
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    return {
      cpuMs: (user + system) * MS_PER_US,
      residentMb: rss / MB,
      heapMb: heapUsed / MB,
      descriptors: descriptors(),
      timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
      walMb: (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0) / MB,
      turnsRunning: turnsRunning(),
      loopDelayP99,
    };
  };
}

function descriptors(): number {
  try {
    return readdirSync(OWN_DESCRIPTORS).length;
  } catch {
    return 0;
  }
}
