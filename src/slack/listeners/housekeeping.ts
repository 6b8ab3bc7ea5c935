import type { App } from '@slack/bolt';
import { readEvent } from '../payloads/events.ts';
import type { ListenerContext } from './context.ts';

/** What changes about people and the installation: memories of it are dropped. */
export function registerHousekeeping(bolt: App, context: ListenerContext): void {
  const groupsChanged = (): Promise<void> => {
    context.directory.forgetGroups();
    return Promise.resolve();
  };
  bolt.event('subteam_members_changed', groupsChanged);
  bolt.event('subteam_updated', groupsChanged);
  bolt.event('user_change', ({ body }) => {
    const event = readEvent({ ...body });
    if (event.kind === 'person-changed') context.directory.forgetPerson(event.user);
    return Promise.resolve();
  });
  bolt.event('app_uninstalled', ({ body }) => context.onRemoved({ ...body }));
  bolt.event('team_access_granted', ({ body }) => context.onAccessChanged({ ...body }));
  bolt.event('team_access_revoked', ({ body }) => context.onAccessChanged({ ...body }));
  bolt.event('tokens_revoked', ({ body }) => context.onRemoved({ ...body }));
}
