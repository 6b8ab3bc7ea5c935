import type { Workspace } from '../../../src/slack/web/workspaces.ts';

/** The workspace of a test that answers the bot's calls itself, the urgent ones and those that may wait. */
export const workspaceCalling = (call: Workspace['now']['call']): Workspace => ({
  team: 'T0LOCAL',
  enterprise: null,
  botUser: 'U0COUNTER',
  botId: 'B0COUNTER',
  botToken: 'xoxb-local',
  now: { call },
  later: { call, free: () => 1 },
});
