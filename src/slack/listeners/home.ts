import type { App } from '@slack/bolt';
import { approvalId } from '../../domain/ids.ts';
import { readEvent } from '../payloads/events.ts';
import { readPress } from '../payloads/interactions.ts';
import { readCardRoute } from '../views/card-route.ts';
import { cardRouteWords, grantWords } from '../words.ts';
import type { ListenerContext } from './context.ts';

/** App Home: shown when opened, and where people take back what they allowed and choose how cards reach them. */
export function registerHome(bolt: App, context: ListenerContext): void {
  const { homes } = context;
  bolt.event('app_home_opened', async ({ body }) => {
    const event = readEvent({ ...body });
    if (event.kind === 'home-opened') await homes.publish(event.team, event.person);
  });
  bolt.action('card_route', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    const route = press === null ? null : readCardRoute(press.value);
    if (press === null || route === null) return;
    const { person, team } = press.actor;
    await context.preferences.chooseCardRoute(person, route);
    await homes.publish(team, person, cardRouteWords[route]);
  });
  bolt.action('revoke', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press === null) return;
    const { person, team } = press.actor;
    const revoked = await context.commands.revoke(approvalId(press.value), person);
    context.logger.info({ user: person.user, revoked }, 'a grant was taken back');
    await homes.publish(team, person, grantWords[revoked]);
  });
  bolt.action('revoke_all', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press === null) return;
    const { person, team } = press.actor;
    const count = await context.commands.revokeAll(person);
    context.logger.info({ user: person.user, count }, 'grants were taken back');
    await homes.publish(
      team,
      person,
      count === 1 ? 'One permission was taken back.' : `${count} permissions were taken back.`,
    );
  });
}
