/** What the app asks for when it is installed: exactly the bot scopes of `manifest.yml`. */
export const botScopes: readonly string[] = [
  'app_mentions:read',
  'assistant:write',
  'chat:write',
  'commands',
  'files:read',
  'channels:history',
  'groups:history',
  'im:history',
  'mpim:history',
  'im:write',
  'channels:read',
  'groups:read',
  'im:read',
  'mpim:read',
  'usergroups:read',
  'users:read',
];
