import { createHmac } from 'node:crypto';
import type { Card, CardAction } from './card.ts';

const SIGNING_SECRET = 'local-signing-secret';

/**
 * Sends the bot a press as Slack would sign it, whoever it is of. For people the workspace lets press nothing, such as
 * bots, and for buttons that are not there any more: a bot that trusts Slack's page to keep them from it has no check of
 * its own. Answers the HTTP status.
 */
export async function pressAs(
  world: { readonly botUrl: string },
  user: string,
  card: Card,
  action: CardAction,
  forged: { readonly value?: string } = {},
): Promise<number> {
  const drawn = card.message.blocks.flatMap(({ elements = [] }) => elements);
  const pressed = drawn.find((one) => one.action_id === action) ?? {
    ...drawn.find(({ value }) => value !== undefined),
    action_id: action,
  };
  const payload = {
    type: 'block_actions',
    team: { id: 'T0LOCAL', domain: 'local' },
    user: { id: user, username: user.toLowerCase(), team_id: 'T0LOCAL' },
    api_app_id: 'A0COUNTER',
    trigger_id: '1.2.3',
    container: { type: 'message', message_ts: card.ts, channel_id: card.channel, is_ephemeral: false },
    channel: { id: card.channel, name: 'somewhere' },
    message: { ...card.message, type: 'message' },
    actions: [{ ...pressed, ...forged, block_id: 'b', action_ts: `${Date.now() / 1_000}` }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const response = await fetch(world.botUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
  return response.status;
}
