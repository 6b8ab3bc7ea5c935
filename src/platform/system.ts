import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';

export const systemClock: Clock = { now: () => Date.now() };

/** Resolves after so many milliseconds, or when the signal fires. */
export const systemPause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});

const TOKEN_BYTES = 16;

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
};
