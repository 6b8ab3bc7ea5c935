import { z } from 'zod';
import type { Person } from '../../domain/person.ts';
import { type Installation, type Installations, placeId } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import { orNull, slackId } from '../payloads/common.ts';
import type { HeldTokens } from './held-tokens.ts';
import type { OauthApi } from './oauth-api.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** Ends what is open in conversations whose id begins with `prefix`; the events say that `bot` did it. */
export type Withdraw = (prefix: string, bot: Person) => Promise<number>;

/** Slack could not be asked whether an old removal still holds; the delivery is to come again. */
class RemovalUncertain extends Error {
  override readonly name = 'RemovalUncertain';
}

const outer = z.object({
  event_time: z.number().catch(0),
  team_id: orNull(slackId),
  enterprise_id: orNull(slackId),
  authorizations: z
    .array(z.object({ team_id: orNull(slackId), enterprise_id: orNull(slackId), user_id: orNull(slackId) }))
    .nullish()
    .catch(null),
  event: z.object({ type: z.string(), tokens: orNull(z.object({ bot: orNull(z.array(z.string())) })) }),
});

/** Slack's own account: what it did where nobody of ours is known. */
const SLACK = 'USLACKBOT';

/**
 * Slack says that the app was uninstalled, or that its tokens were revoked: the installation goes, what waits in that
 * place is ended, and nothing is owed there any more. A delivery that is older than the installation changes nothing:
 * the bot was installed again meanwhile. Rejects when it is to be tried again.
 */
export const makeRemoval =
  (parts: {
    readonly installations: Installations;
    readonly keeper: Pick<TokenKeeper, 'heldAt'>;
    readonly oauth: Pick<OauthApi, 'isAccepted'>;
    readonly withdraw: Withdraw;
    readonly forget: (id: string) => void;
    readonly logger: Logger;
  }) =>
  async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    const read = outer.safeParse(body);
    if (!read.success || concernsPeopleOnly(read.data.event)) return;
    const { installations, logger } = parts;
    const { event_time: seconds, team_id: team, enterprise_id: enterprise, authorizations } = read.data;
    const [authorization] = authorizations ?? [];
    const named = [authorization?.team_id, team, authorization?.enterprise_id, enterprise];
    const ids = [...new Set(named.filter((id) => typeof id === 'string'))];

    const found = await firstOf(ids, parts.keeper);
    if (found !== null && (await wasInstalledSince(parts.oauth, found.held, seconds * 1_000))) {
      logger.warn(
        { place: placeId(found.installation.place) },
        'a removal from before the installation was left alone',
      );
      return;
    }
    // One that does not open is of no use to anybody, and goes as well.
    for (const id of found === null ? ids : [placeId(found.installation.place)]) {
      const kept = found?.installation ?? (await installations.of(id));
      if (kept !== null) await installations.remove(kept);
    }
    const [first] = ids;
    const place = found === null ? first : placeId(found.installation.place);
    if (place === undefined) return;
    parts.forget(place);
    const user = found?.held.botUser ?? authorization?.user_id ?? SLACK;
    // Done also where the installation is gone already: the process may have died in between the last time.
    let ended = 0;
    for (const one of [place, ...(await installations.membersOf(place))]) {
      ended += await parts.withdraw(`${one}:`, { team: one, user });
    }
    logger.error({ place, ended }, 'the bot was removed, or its token revoked');
  };

/** People's own tokens are none of ours. */
const concernsPeopleOnly = ({ type, tokens }: z.infer<typeof outer>['event']): boolean =>
  type === 'tokens_revoked' && (tokens?.bot ?? []).length === 0;

async function firstOf(
  ids: readonly string[],
  keeper: Pick<TokenKeeper, 'heldAt'>,
): Promise<{ readonly installation: Installation; readonly held: HeldTokens } | null> {
  for (const id of ids) {
    const found = await keeper.heldAt(id);
    if (found !== null) return found;
  }
  return null;
}

/** Slack tells seconds, and our clock is not Slack's: where the times leave a doubt, Slack is asked. */
async function wasInstalledSince(
  oauth: Pick<OauthApi, 'isAccepted'>,
  { installedAt, token }: HeldTokens,
  removedAt: number,
): Promise<boolean> {
  if (removedAt > installedAt) return false;
  const answer = await oauth.isAccepted(token);
  if (answer === 'unknown') throw new RemovalUncertain('Slack could not be asked whether the token is still good');
  return answer === 'accepted';
}
