import { type Installation, type InstallationPlace, type Installations, placeId } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Timers, wait } from '../web/timers.ts';
import type { FoundToken, TokenSource } from '../web/token-source.ts';
import { type HeldTokens, sealTokens } from './held-tokens.ts';
import type { OauthApi } from './oauth-api.ts';
import { makeOpenInstallation } from './open-installation.ts';
import { makeRenewals, RENEWAL_LEASE_MS } from './renewals.ts';
import type { SealingKeys } from './token-seal.ts';

/** There is an installation, and no token of it can be used now. The message says why, for the log. */
export class TokenUnavailable extends Error {
  override readonly name = 'TokenUnavailable';
}

/** The tokens of all installations, renewed in time. */
export interface TokenKeeper extends TokenSource {
  /** Seals everything with the current key. Rejects with `SealingKeyMissing` when something cannot be opened. */
  start(): Promise<void>;
  /** What is kept for a place, opened; null when nothing is, or what is there is not ours. */
  heldAt(id: string): Promise<{ readonly installation: Installation; readonly held: HeldTokens } | null>;
  /** A workspace that a delivery says belongs to an organisation: its token is found there, unless it was just taken out. */
  noteMember(team: string, enterprise: string): Promise<void>;
  /** An organisation lets its installation into a workspace; whatever this process remembered, it is written down. */
  admit(team: string, enterprise: string): Promise<void>;
  /** An organisation takes its installation out of a workspace: no token is found there by way of it any more. */
  dismiss(team: string, enterprise: string): Promise<void>;
  /** As far as this process knows. */
  enterpriseOf(team: string): string | null;
}

export interface TokenKeeperParts {
  readonly installations: Installations;
  readonly keys: SealingKeys;
  readonly oauth: Pick<OauthApi, 'renew'>;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Its tokens will run out and cannot be renewed: somebody has to install again. Called once in a process. */
  readonly onLost: (lost: { readonly installation: Installation; readonly held: HeldTokens }) => void;
}

/** How long whoever needs a token waits for another process that renews it, and how often it looks. */
const WAIT_FOR_OTHERS_MS = RENEWAL_LEASE_MS + 5_000;
const LOOK_EVERY_MS = 200;
/** What was said in a workspace before it was taken out is handled no later than this: Slack's last retry is after six minutes. */
const LATE_WORD_MS = 10 * 60_000;

/**
 * Finds the token of a workspace: its own installation first, else its organisation's. The store is asked each time, so
 * that every process knows of a renewal or a removal at once.
 */
export function makeTokenKeeper(parts: TokenKeeperParts): TokenKeeper {
  const { installations, keys, timers, logger } = parts;
  const open = makeOpenInstallation(keys, logger);
  /** As many as there are workspaces that belong to an organisation. */
  const enterprises = new Map<string, string>();
  /** When workspaces were taken out of their organisation's installation, as far as this process knows; no more than those. */
  const takenOut = new Map<string, number>();
  const renewals = makeRenewals(parts);

  const heldAt: TokenKeeper['heldAt'] = async (id) => {
    const installation = await installations.of(id);
    const held = installation === null ? null : open(installation);
    return installation === null || held === null ? null : { installation, held };
  };

  const remember = (team: string, enterprise: string): void => {
    enterprises.set(team, enterprise);
    takenOut.delete(team);
  };
  const forget = (team: string): void => {
    enterprises.delete(team);
    takenOut.set(team, timers.now());
  };
  const isLateWord = (team: string): boolean => timers.now() - (takenOut.get(team) ?? -Infinity) < LATE_WORD_MS;

  const find = async (team: string) => {
    const own = await heldAt(team);
    if (own !== null) {
      const { enterprise } = own.installation.place;
      if (enterprise !== null) enterprises.set(team, enterprise);
      return own;
    }
    const organisation = await installations.organisationOf(team);
    if (organisation === null) {
      // Another process may have heard that it was taken out.
      if (enterprises.has(team)) forget(team);
      return null;
    }
    remember(team, organisation);
    return await heldAt(organisation);
  };

  /** Another token than this one; null when the place is gone meanwhile. */
  const another = async (team: string, refused: string): Promise<FoundToken | null> => {
    const deadline = timers.now() + WAIT_FOR_OTHERS_MS;
    for (;;) {
      const found = await find(team);
      if (found === null) return null;
      if (found.held.token !== refused) return foundToken(found);
      const renewed = await renewals.renew(found.installation, found.held);
      // A token that never runs out was taken back; what Slack said of it stands.
      if (found.held.renewal === null) return foundToken(found);
      if (renewed === 'impossible' || renewed === 'failed' || timers.now() >= deadline) {
        throw new TokenUnavailable('the token has run out and could not be renewed');
      }
      if (renewed === 'elsewhere') await wait(timers, LOOK_EVERY_MS);
    }
  };

  const belongings = async (place: InstallationPlace): Promise<readonly (readonly [string, string])[]> => {
    if (place.kind === 'workspace') return place.enterprise === null ? [] : [[place.team, place.enterprise]];
    return (await installations.membersOf(place.enterprise)).map((team) => [team, place.enterprise]);
  };

  const foundToken = ({ installation, held }: { installation: Installation; held: HeldTokens }): FoundToken => {
    const { place } = installation;
    const organisation = place.kind === 'organisation' ? place.enterprise : null;
    return { token: held.token, installation: held.installation, organisation };
  };

  const admit = async (team: string, enterprise: string): Promise<void> => {
    await installations.noteMember(team, enterprise);
    remember(team, enterprise);
  };

  return {
    async start() {
      for (const installation of await installations.all()) {
        const { place, sealed } = installation;
        for (const [team, enterprise] of await belongings(place)) enterprises.set(team, enterprise);
        const held = open(installation);
        if (held !== null && !sealed.startsWith(`v1.${keys.current.kid}.`)) {
          await installations.replace(installation, sealTokens(keys, place, held));
          logger.info(
            { place: placeId(place), kid: keys.current.kid },
            'an installation was sealed with the current key',
          );
        }
      }
    },
    heldAt,
    async tokenFor(team, refused) {
      if (refused !== undefined) return await another(team, refused);
      const found = await find(team);
      if (found === null) return null;
      const { renewal, token } = found.held;
      if (renewal === null || timers.now() < renewal.dueAt) return foundToken(found);
      if (timers.now() >= renewal.expiresAt) return await another(team, token);
      // It still works: nobody waits for the next one.
      void renewals.renew(found.installation, found.held);
      return foundToken(found);
    },
    async noteMember(team, enterprise) {
      if (enterprises.get(team) !== enterprise && !isLateWord(team)) await admit(team, enterprise);
    },
    admit,
    async dismiss(team, enterprise) {
      await installations.forgetMember(team, enterprise);
      forget(team);
    },
    enterpriseOf: (team) => enterprises.get(team) ?? null,
  };
}
