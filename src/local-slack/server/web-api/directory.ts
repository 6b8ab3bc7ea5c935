import type { Workspace } from '../workspace.ts';
import { APP_ID, BOT_ID, BOT_USER, HOME_TEAM, ORGANISATION, type Person, TEAMS } from '../world/people.ts';
import { textArg } from './arguments.ts';
import type { MethodCall } from './method.ts';
import { type Outcome, ok, refused } from './outcome.ts';
import { readPage } from './pages.ts';

/** auth.test */
export function authTest({ workspace, place }: MethodCall): Outcome {
  const team = TEAMS.get(place) ?? ORGANISATION;
  return ok({
    url: `${workspace.url()}/`,
    team: team.name,
    team_id: place,
    user: workspace.world.people.get(BOT_USER)?.name ?? '',
    user_id: BOT_USER,
    bot_id: BOT_ID,
    ...(workspace.isOrganisation ? { enterprise_id: ORGANISATION.id } : {}),
    is_enterprise_install: place === ORGANISATION.id,
  });
}

/** auth.teams.list: the workspaces the token opens. */
export function listTeams({ args, workspace, place }: MethodCall): Outcome {
  const opened = [...TEAMS.values()].filter(({ id }) =>
    place === ORGANISATION.id ? !workspace.world.withoutAccess.has(id) : id === place,
  );
  const page = readPage(args, opened, { usual: 100, most: 1_000 });
  if (page.kind === 'refused') return refused(page.error);
  return ok({ teams: page.items.map(({ id, name }) => ({ id, name })), ...page.meta });
}

/** apps.connections.open: where the app may connect, once. */
export function openConnection({ workspace }: MethodCall): Outcome {
  const { sockets } = workspace;
  if (!sockets) return refused('apps_socket_mode_disabled');
  const base = workspace.url().replace(/^http/, 'ws');
  return ok({ url: `${base}/link/?ticket=${sockets.issueTicket()}&app_id=${APP_ID}` });
}

/** bots.info */
export function botInfo({ args, workspace }: MethodCall): Outcome {
  const id = textArg(args, 'bot') ?? BOT_ID;
  const bot = [...workspace.world.people.values()].find((person) => person.botId === id);
  if (!bot) return refused('bot_not_found');
  return ok({
    bot: { id, deleted: bot.deleted, name: bot.name, app_id: id === BOT_ID ? APP_ID : 'A0BOTX', user_id: bot.id },
  });
}

/** team.info */
export function teamInfo({ args, teamId }: MethodCall): Outcome {
  const team = TEAMS.get(textArg(args, 'team') ?? teamId);
  return team ? ok({ team: { ...team, email_domain: '' } }) : refused('team_not_found');
}

/** users.info */
export function userInfo({ args, workspace, teamId }: MethodCall): Outcome {
  const person = workspace.world.people.get(textArg(args, 'user') ?? '');
  return person ? ok({ user: wireUser(person, teamId, workspace.isOrganisation) }) : refused('user_not_found');
}

/** usergroups.users.list */
export function groupMembers({ args, workspace, teamId }: MethodCall): Outcome {
  const group = workspace.world.groups.get(textArg(args, 'usergroup') ?? '');
  return group && group.teamId === teamId ? ok({ users: [...group.members] }) : refused('no_such_subteam');
}

/** A person as users.info and user_change have them. */
export function wireUser(
  person: Person,
  viewerTeam: string = HOME_TEAM,
  isOrganisation = false,
): Readonly<Record<string, unknown>> {
  const isStranger = person.teamId !== viewerTeam && !isOrganisation;
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name,
    real_name: person.realName,
    deleted: person.deleted,
    profile: { real_name: person.realName, display_name: person.name, team: person.teamId },
    is_bot: person.botId !== undefined,
    is_app_user: false,
    updated: 0,
    ...(person.deleted ? {} : { tz: 'Europe/Berlin', tz_label: 'Central European Time', tz_offset: 3_600 }),
    ...(isStranger ? { is_stranger: true } : {}),
    ...(isOrganisation ? { enterprise_user: { id: person.id, enterprise_id: ORGANISATION.id } } : {}),
    ...(person.deleted || isStranger
      ? {}
      : {
          is_admin: person.admin,
          is_owner: false,
          is_primary_owner: false,
          is_restricted: person.guest,
          is_ultra_restricted: false,
        }),
  };
}

/** Members of a channel that are people of the workspace, used for channel payloads. */
export function teamsIn(workspace: Workspace, members: ReadonlySet<string>): readonly string[] {
  const teams = [...members].map((member) => workspace.world.people.get(member)?.teamId ?? HOME_TEAM);
  return [...new Set(teams)];
}
