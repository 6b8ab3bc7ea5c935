import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';

export const systemClock: Clock = { now: () => Date.now() };

const TOKEN_BYTES = 16;

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
};
