import { z } from 'zod';
import type { Person } from '../../domain/person.ts';
import { type Installations, placeId } from '../../ports/installations.ts';
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
    .array(
      z.object({
        team_id: orNull(slackId),
        enterprise_id: orNull(slackId),
        is_enterprise_install: z.boolean().optional().catch(undefined),
        user_id: orNull(slackId),
      }),
    )
    .nullish()
    .catch(null),
  event: z.object({ type: z.string(), tokens: orNull(z.object({ bot: orNull(z.array(z.string())) })) }),
});

/** Slack's own account: what it did where nobody of ours is known. */
const SLACK = 'USLACKBOT';

/**
 * Slack says that the app was uninstalled, or that its tokens were revoked: the installation goes, what waits in that
 * place is ended, what its people chose is forgotten, and nothing is owed there any more. A delivery that is older than the installation changes nothing:
 * the bot was installed again meanwhile. Nor does one of a workspace take the installation of its organisation with it:
 * Slack sends two for one removal. Rejects when it is to be tried again.
 */
export const makeRemoval =
  (parts: {
    readonly installations: Pick<Installations, 'of' | 'remove' | 'membersOf'>;
    readonly keeper: Pick<TokenKeeper, 'heldAt'>;
    readonly oauth: Pick<OauthApi, 'isAccepted'>;
    readonly withdraw: Withdraw;
    readonly forgetPeople: (team: string) => Promise<void>;
    readonly forget: (id: string) => void;
    readonly logger: Logger;
  }) =>
  async (body: Readonly<Record<string, unknown>>): Promise<void> => {
    const read = outer.safeParse(body);
    if (!read.success || concernsPeopleOnly(read.data.event)) return;
    const { installations, logger } = parts;
    const { id, organisation, user } = placeNamedIn(read.data);
    if (id === null) return;
    const own = await parts.keeper.heldAt(id);
    const found = own ?? (organisation === null ? null : await parts.keeper.heldAt(organisation));
    const place = found === null ? id : placeId(found.installation.place);
    if (
      found !== null &&
      !(own !== null && isSurelyOver(read.data, own.held)) &&
      (await isAlive(parts.oauth, found.held))
    ) {
      logger.warn({ place }, 'a removal of what is not there any more was left alone');
      return;
    }
    // A row that does not open is of no use to anybody, and goes as well.
    const kept = found?.installation ?? (await installations.of(id));
    if (kept !== null) await installations.remove(kept);
    parts.forget(place);
    // Done also where the installation is gone already: the process may have died in between the last time.
    let ended = 0;
    for (const one of [place, ...(await installations.membersOf(place))]) {
      ended += await parts.withdraw(`${one}:`, { team: one, user: found?.held.botUser ?? user });
      await parts.forgetPeople(one);
    }
    logger.error({ place, ended }, 'the bot was removed, or its token revoked');
  };

/** Whether a delivery says that the bot itself is gone. */
export function saysBotIsGone(body: Readonly<Record<string, unknown>>): boolean {
  const read = outer.safeParse(body);
  return read.success && !concernsPeopleOnly(read.data.event);
}

/** The workspace or organisation that a removal names, and the organisation of that workspace. */
function placeNamedIn({ team_id: team, enterprise_id: enterprise, authorizations }: z.infer<typeof outer>) {
  const [authorization] = authorizations ?? [];
  const organisation = authorization?.enterprise_id ?? enterprise ?? null;
  const user = authorization?.user_id ?? SLACK;
  if (authorization?.is_enterprise_install === true) return { id: organisation, organisation: null, user };
  const id = authorization?.team_id ?? team ?? organisation;
  return { id, organisation: id === organisation ? null : organisation, user };
}

/**
 * The app itself was removed after it was installed. In doubt Slack is asked: it tells seconds, and our clock is not
 * Slack's; a token that was revoked need not be the one that holds now.
 */
const isSurelyOver = ({ event, event_time: seconds }: z.infer<typeof outer>, { installedAt }: HeldTokens): boolean =>
  event.type === 'app_uninstalled' && seconds * 1_000 > installedAt;

/** People's own tokens are none of ours. */
const concernsPeopleOnly = ({ type, tokens }: z.infer<typeof outer>['event']): boolean =>
  type === 'tokens_revoked' && (tokens?.bot ?? []).length === 0;

/** Whether Slack still takes the token. Throws when it cannot be asked: the delivery is to come again. */
async function isAlive(oauth: Pick<OauthApi, 'isAccepted'>, { token }: HeldTokens): Promise<boolean> {
  const answer = await oauth.isAccepted(token);
  if (answer === 'unknown') throw new RemovalUncertain('Slack could not be asked whether the token is still good');
  return answer === 'accepted';
}
