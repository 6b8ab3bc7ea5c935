import { z } from 'zod';
import type { InstallationPlace } from '../../ports/installations.ts';
import { type SealingKeys, seal, unseal } from './token-seal.ts';

/** What one installation holds, while it is open. Times are milliseconds since the epoch. */
export interface HeldTokens {
  /** Stays the same while tokens are renewed; another one after a new installation. */
  readonly installation: string;
  readonly token: string;
  readonly renewal: Renewal | null;
  readonly botUser: string;
  /** Who installed it, and hears of it when it has to be done again. */
  readonly installedBy: string | null;
  readonly installedAt: number;
}

/** A token that expires, and what it is renewed with: once. */
export interface Renewal {
  readonly refreshToken: string;
  /** From here on the next one is got, while this one still works. */
  readonly dueAt: number;
  readonly expiresAt: number;
}

export type ReadTokens =
  | { readonly kind: 'held'; readonly held: HeldTokens; readonly kid: string }
  | { readonly kind: 'unknown-key'; readonly kid: string }
  | { readonly kind: 'broken' };

const shape = z.strictObject({
  installation: z.string(),
  token: z.string(),
  renewal: z.strictObject({ refreshToken: z.string(), dueAt: z.number(), expiresAt: z.number() }).nullable(),
  botUser: z.string(),
  installedBy: z.string().nullable(),
  installedAt: z.number(),
});

export const sealTokens = (keys: SealingKeys, place: InstallationPlace, held: HeldTokens): string =>
  seal(keys, place, JSON.stringify(held));

export function readTokens(keys: SealingKeys, place: InstallationPlace, sealed: string): ReadTokens {
  const opened = unseal(keys, place, sealed);
  if (opened.kind !== 'open') return opened;
  const read = shape.safeParse(JSON.parse(opened.text));
  return read.success ? { kind: 'held', held: read.data, kid: opened.kid } : { kind: 'broken' };
}
