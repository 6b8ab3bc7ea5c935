import type { ConversationCommands } from '../conversation/commands.ts';
import type { ElicitationCommands } from '../conversation/elicitation/commands.ts';
import { type Person, personKey } from '../domain/person.ts';
import type { Logger } from '../ports/logger.ts';
import type { Preferences } from '../ports/preferences.ts';
import { homeView } from './views/home.ts';
import { codeOf } from './web/call.ts';
import type { Workspaces } from './web/workspaces.ts';

/** App Home of people who have looked at it. */
export interface Homes {
  /** Shows it as it is now. `notice` is said at its top. */
  publish(team: string, person: Person, notice?: string): Promise<void>;
  /** Shows it again to somebody who has it open or had it lately; nothing otherwise. */
  refresh(person: Person): void;
}

/** People whose Home is kept up to date without their opening it again. */
const REMEMBERED = 500;

export function makeHomes(parts: {
  readonly commands: ConversationCommands;
  readonly elicitations: Pick<ElicitationCommands, 'waitingFor'>;
  readonly preferences: Pick<Preferences, 'cardRouteOf'>;
  readonly workspaces: Workspaces;
  /** Agents that have a name here. */
  readonly agents: readonly string[];
  readonly logger: Logger;
}): Homes {
  const { commands, elicitations, preferences, workspaces, agents, logger } = parts;
  /** By person, the workspace they look from. */
  const looking = new Map<string, { readonly team: string; readonly person: Person }>();

  const publish = async (team: string, person: Person, notice?: string): Promise<void> => {
    const workspace = await workspaces.of(team);
    if (workspace === null) return;
    looking.delete(personKey(person));
    looking.set(personKey(person), { team, person });
    const [oldest] = looking.keys();
    if (looking.size > REMEMBERED && oldest !== undefined) looking.delete(oldest);
    const [pending, questions, grants, recent, cardRoute] = await Promise.all([
      commands.pendingFor(person),
      elicitations.waitingFor(person),
      commands.grantsOf(person),
      commands.recentFor(person),
      preferences.cardRouteOf(person),
    ]);
    const view = homeView({ ...pending, questions, grants, recent, cardRoute, agents, notice: notice ?? null });
    const outcome = await workspace.later.call('views.publish', { user_id: person.user, view });
    if (outcome.kind !== 'ok') logger.warn({ code: codeOf(outcome) }, 'an App Home could not be shown');
  };

  return {
    publish,
    refresh(person) {
      const known = looking.get(personKey(person));
      if (known === undefined) return;
      publish(known.team, known.person).catch(() => logger.warn({}, 'an App Home could not be refreshed'));
    },
  };
}
