import type { AppInstallation } from './delivery/app-events.ts';
import type { Workspace } from './workspace.ts';
import { ORGANISATION } from './world/people.ts';

/** How the app is installed in a workspace: by itself, or with its whole organisation, which goes before. */
export function installationIn({ world, isOrganisation }: Workspace, team: string): AppInstallation | undefined {
  const enterprise = isOrganisation ? ORGANISATION.id : null;
  const isLetIn = !world.withoutAccess.has(team);
  if (isOrganisation && isLetIn && world.tokens.isInstalled(ORGANISATION.id)) return { enterprise, isOrgWide: true };
  return world.tokens.isInstalled(team) ? { enterprise, isOrgWide: false } : undefined;
}
