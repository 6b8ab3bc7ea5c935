import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/local-slack/server/manifest.ts';
import { callbacks } from '../../src/slack/action-ids.ts';
import { COMMAND } from '../../src/slack/listeners/commands.ts';
import { type Method, methods } from '../../src/slack/web/methods.ts';

/** What each method needs, as its reference page says; conversations by the sorts of channel the bot is in. */
const scopesOf: Readonly<Record<Method, readonly string[]>> = {
  'auth.test': [],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.startStream': ['chat:write'],
  'chat.appendStream': ['chat:write'],
  'chat.stopStream': ['chat:write'],
  'agents.sessions.setStatus': ['chat:write'],
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.members': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history', 'mpim:history'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.update': [],
};

const sources = readdirSync('src/slack', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`src/slack/${name}`, 'utf8'));
const manifest = readManifest('manifest.yml');

describe('the manifest', () => {
  it('has every scope that the methods the bot calls need', () => {
    const needed = new Set(Object.values(scopesOf).flat());
    expect([...needed].filter((scope) => !manifest.botScopes.has(scope))).toEqual([]);
  });

  it('lists every method that is called anywhere, and no other', () => {
    const called = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/'((?:auth|chat|agents|conversations|usergroups|users|views)\.[A-Za-z.]+)'/g)].map(
          ([, name]) => name,
        ),
      ),
    );
    expect(called).toEqual(new Set(Object.keys(methods)));
  });

  it('subscribes to every event that has a listener', () => {
    const heard = sources.flatMap((source) =>
      [...source.matchAll(/bolt\.event\('([a-z_]+)'/g)].map(([, name]) => name ?? ''),
    );
    expect(heard.length).toBeGreaterThan(5);
    const missing = heard.filter((name) => name !== 'message' && !manifest.botEvents.has(name));
    expect(missing).toEqual([]);
    for (const sort of ['channels', 'groups', 'im', 'mpim'])
      expect(manifest.botEvents.has(`message.${sort}`)).toBe(true);
  });

  it('declares the command and the shortcut that are listened to', () => {
    expect([...manifest.commands]).toEqual([COMMAND]);
    expect(manifest.shortcuts.map(({ callbackId }) => callbackId)).toEqual([callbacks.ask]);
  });
});
