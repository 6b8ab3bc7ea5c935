import { type Route, route } from '../http/routes.ts';
import type { Workspace } from '../workspace.ts';
import { attach } from './attach.ts';
import { click } from './click.ts';
import { runCommand, runShortcut } from './commands.ts';
import { listChannels, listPeople, showApp } from './directory.ts';
import { openHome, showHome } from './home.ts';
import { closeView, listViews, submitView } from './modals.ts';
import { personRoute } from './person-request.ts';
import { edit, listMessages, remove, say } from './say.ts';
import { stop } from './stop.ts';
import { suggestOptions } from './suggestions.ts';

/** What people do: the page and every test go through these. */
export function peopleRoutes(workspace: Workspace): readonly Route[] {
  return [
    route('GET /people', () => listPeople(workspace)),
    route('GET /channels', ({ url }) => listChannels(workspace, url.searchParams.get('user') ?? undefined)),
    route('GET /app', () => showApp(workspace)),
    personRoute(workspace, 'POST /people/:user/messages', 'act', say),
    personRoute(workspace, 'POST /people/:user/files', 'act', attach),
    personRoute(workspace, 'GET /people/:user/messages', 'look', listMessages),
    personRoute(workspace, 'PATCH /people/:user/messages/:ts', 'act', edit),
    personRoute(workspace, 'DELETE /people/:user/messages/:ts', 'act', remove),
    personRoute(workspace, 'POST /people/:user/click', 'act', click),
    personRoute(workspace, 'POST /people/:user/suggestions', 'act', suggestOptions),
    personRoute(workspace, 'GET /people/:user/views', 'look', listViews),
    personRoute(workspace, 'POST /people/:user/views/:id/submit', 'act', submitView),
    personRoute(workspace, 'POST /people/:user/views/:id/close', 'act', closeView),
    personRoute(workspace, 'POST /people/:user/commands', 'act', runCommand),
    personRoute(workspace, 'POST /people/:user/shortcuts', 'act', runShortcut),
    personRoute(workspace, 'GET /people/:user/home', 'look', showHome),
    personRoute(workspace, 'POST /people/:user/home/open', 'act', openHome),
    personRoute(workspace, 'POST /people/:user/stop', 'act', stop),
  ];
}
