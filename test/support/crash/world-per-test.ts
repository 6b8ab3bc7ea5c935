import { afterEach } from 'vitest';
import { type CrashWorld, crashWorld } from './world.ts';

/** Several processes start, one after the other; on a busy machine that takes long. */
export const PROCESSES_MS = 400_000;

/** Worlds for one test file; each test's are closed after it. */
export function worldPerTest(): () => Promise<CrashWorld> {
  const worlds: CrashWorld[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });
  return async () => {
    const world = await crashWorld();
    worlds.push(world);
    return world;
  };
}
