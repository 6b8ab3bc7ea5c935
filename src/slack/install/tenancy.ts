import type { Installations } from '../../ports/installations.ts';
import type { Logger } from '../../ports/logger.ts';
import type { SlackSettings } from '../settings.ts';
import type { Timers } from '../web/timers.ts';
import { oneToken, type TokenSource } from '../web/token-source.ts';
import type { FetchFunction, Workspaces } from '../web/workspaces.ts';
import { askToInstallAgain } from './ask-again.ts';
import { makeFinishInstall } from './finish-install.ts';
import { makeInstallRoutes, type PageHandler } from './install-routes.ts';
import { makeInstallServer } from './install-server.ts';
import { makeInstallStates } from './install-state.ts';
import { membershipIn } from './membership.ts';
import { makeOauthApi } from './oauth-api.ts';
import { makeRemoval, saysBotIsGone, type Withdraw } from './removal.ts';
import type { OauthSettings } from './settings.ts';
import { makeTeamAccess, teamAccessIn } from './team-access.ts';
import { makeTokenKeeper } from './token-keeper.ts';

/** Where the bot is installed: in one workspace by a token, or wherever people install it. */
export interface Tenancy {
  readonly tokens: TokenSource;
  /** What browsers are shown; null where nobody can install. */
  readonly pages: PageHandler | null;
  /** Before anything is received. Rejects with what an operator has to mend. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Learns from a delivery, before it is handled, where its workspace belongs. */
  note(body: Readonly<Record<string, unknown>>): Promise<void>;
  /** The organisation of a workspace, as far as this process knows. */
  enterpriseOf(team: string): string | null;
  /** Slack says that the bot was removed somewhere. Rejects when it is to be told again. */
  removed(body: Readonly<Record<string, unknown>>): Promise<void>;
  /** Slack says that an organisation let the bot into workspaces, or took it out. Rejects when it is to be told again. */
  accessChanged(body: Readonly<Record<string, unknown>>): Promise<void>;
}

export interface TenancyParts {
  readonly settings: SlackSettings;
  readonly installations: Installations;
  readonly workspaces: () => Workspaces;
  readonly withdraw: Withdraw;
  /** What the people of a workspace chose goes with the bot. */
  readonly forgetPeople: (team: string) => Promise<void>;
  readonly fetch: FetchFunction;
  readonly timers: Timers;
  readonly logger: Logger;
}

export const makeTenancy = (parts: TenancyParts): Tenancy =>
  'oauth' in parts.settings
    ? manyWorkspaces(parts, parts.settings.oauth)
    : oneWorkspace(parts, oneToken(parts.settings.botToken));

/** The way of one token: who that is says Slack, and who removes the bot restarts it with another one. */
function oneWorkspace({ workspaces, forgetPeople, logger }: TenancyParts, tokens: TokenSource): Tenancy {
  let home: { readonly team: string; readonly enterprise: string | null } | null = null;
  const gone = async (): Promise<void> => {
    const team = home?.team ?? '';
    logger.error({ team }, 'the bot was removed from a workspace or its token revoked');
    workspaces().forget(team);
    await forgetPeople(team);
  };
  return {
    tokens,
    pages: null,
    async start() {
      home = await workspaces().of('');
    },
    stop: () => Promise.resolve(),
    note: () => Promise.resolve(),
    enterpriseOf: (team) => (home?.team === team ? home.enterprise : null),
    async removed(body) {
      if (saysBotIsGone(body)) await gone();
    },
    async accessChanged(body) {
      const access = teamAccessIn(body);
      if (home !== null && access?.kind === 'revoked' && access.teams.includes(home.team)) await gone();
    },
  };
}

function manyWorkspaces(parts: TenancyParts, oauth: OauthSettings): Tenancy {
  const { settings, installations, timers, logger } = parts;
  const now = (): number => timers.now();
  const api = makeOauthApi({ oauth, slackApiUrl: settings.apiUrl, fetch: parts.fetch, logger });
  const keeper = makeTokenKeeper({
    installations,
    keys: oauth.keys,
    oauth: api,
    timers,
    logger,
    onLost: (lost) => void askToInstallAgain({ workspaces: parts.workspaces(), oauth, logger }, lost),
  });
  const pages = makeInstallRoutes({
    oauth,
    slackApiUrl: settings.apiUrl,
    states: makeInstallStates({ keys: oauth.keys, installations, now }),
    finish: makeFinishInstall({ oauth, api, installations, now, logger }),
    logger,
  });
  // Over HTTP the pages are on the port of Slack's deliveries.
  const server = settings.receive.kind === 'socket' ? makeInstallServer({ ...oauth.listen, pages }) : null;
  const leaving = {
    installations,
    keeper,
    withdraw: parts.withdraw,
    forgetPeople: parts.forgetPeople,
    forget: (id: string) => parts.workspaces().forget(id),
    logger,
  };
  return {
    tokens: keeper,
    pages,
    async start() {
      await keeper.start();
      await server?.start();
    },
    stop: async () => await server?.stop(),
    async note(body) {
      const membership = membershipIn(body);
      if (membership !== null) await keeper.noteMember(membership.team, membership.enterprise);
    },
    enterpriseOf: keeper.enterpriseOf,
    removed: makeRemoval({ ...leaving, oauth: api }),
    accessChanged: makeTeamAccess({ ...leaving, workspaces: parts.workspaces }),
  };
}
