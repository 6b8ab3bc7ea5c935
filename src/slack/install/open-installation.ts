import { type Installation, placeId } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { type HeldTokens, readTokens } from './held-tokens.ts';
import type { SealingKeys } from './token-seal.ts';

/** An installation was sealed with a key that is not configured any more. */
export class SealingKeyMissing extends Error {
  override readonly name = 'SealingKeyMissing';

  constructor(kid: string) {
    super(`COUNTERSIGN_TOKEN_KEYS does not have the key ${kid}, with which an installation is sealed`);
  }
}

/** Opens what is kept; null for what was changed or moved to another place. Throws `SealingKeyMissing`. */
export type OpenInstallation = (installation: Installation) => HeldTokens | null;

/** Opened installations kept; opening one again takes microseconds. */
const KEPT = 1_000;

export function makeOpenInstallation(keys: SealingKeys, logger: Logger): OpenInstallation {
  // By everything the seal is bound to: the row comes from the database, and so does its version.
  const opened = new Map<string, HeldTokens>();
  return ({ place, sealed }) => {
    const row = JSON.stringify([place, sealed]);
    const known = opened.get(row);
    if (known !== undefined) return known;
    const read = readTokens(keys, place, sealed);
    if (read.kind === 'unknown-key') throw new SealingKeyMissing(read.kid);
    if (read.kind === 'broken') {
      logger.error({ place: placeId(place) }, 'an installation was changed in the database; it is not used');
      return null;
    }
    const [oldest] = opened.keys();
    if (opened.size >= KEPT && oldest !== undefined) opened.delete(oldest);
    opened.set(row, read.held);
    return read.held;
  };
}
