import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/local-slack/server/manifest.ts';
import { callbacks } from '../../src/slack/action-ids.ts';
import { COMMAND } from '../../src/slack/listeners/commands.ts';
import { type Method, methods } from '../../src/slack/web/methods.ts';

const everyChannel = (verb: 'read' | 'history') =>
  ['channels', 'groups', 'im', 'mpim'].map((sort) => `${sort}:${verb}`);

/** What each method needs, as its reference page says; conversations by the sorts of channel the bot is in. */
const scopesOf: Readonly<Record<Method, readonly string[]>> = {
  'auth.test': [],
  'auth.teams.list': [],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'chat.delete': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.getPermalink': [],
  'chat.startStream': ['chat:write'],
  'chat.appendStream': ['chat:write'],
  'chat.stopStream': ['chat:write'],
  'agents.sessions.setStatus': ['chat:write'],
  'conversations.history': everyChannel('history'),
  'conversations.info': everyChannel('read'),
  'conversations.members': everyChannel('read'),
  'conversations.open': ['im:write'],
  'conversations.replies': everyChannel('history'),
  'usergroups.users.list': ['usergroups:read'],
  'files.info': ['files:read'],
  'users.conversations': everyChannel('read'),
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.update': [],
};

/** What it takes to be told of an event, as its reference page says. */
const scopesToHear: ReadonlyMap<string, readonly string[]> = new Map([
  ['app_mention', ['app_mentions:read']],
  ['message.channels', ['channels:history']],
  ['message.groups', ['groups:history']],
  ['message.im', ['im:history']],
  ['message.mpim', ['mpim:history']],
  ['agent_session_stopped', []],
  ['app_home_opened', []],
  ['app_uninstalled', []],
  ['subteam_members_changed', ['usergroups:read']],
  ['subteam_updated', ['usergroups:read']],
  ['team_access_granted', []],
  ['team_access_revoked', []],
  ['tokens_revoked', []],
  ['user_change', ['users:read']],
]);

/** What it takes to be an agent, and to offer a command and a shortcut. */
const scopesOfFeatures = ['assistant:write', 'commands'];

const sources = readdirSync('src/slack', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(`src/slack/${name}`, 'utf8'));
const manifest = readManifest('manifest.yml');

/** The events that have a listener, as a manifest names them: messages by the sort of channel. */
const heard = new Set(
  sources
    .flatMap((source) => [...source.matchAll(/bolt\.event\('([a-z_]+)'/g)].map(([, name]) => name ?? ''))
    .flatMap((name) =>
      name === 'message' ? ['channels', 'groups', 'im', 'mpim'].map((sort) => `message.${sort}`) : name,
    ),
);

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

describe('the manifest', () => {
  it('lists every method that is called anywhere, and no other', () => {
    const called = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/'((?:auth|chat|agents|conversations|files|usergroups|users|views)\.[A-Za-z.]+)'/g)].map(
          ([, name]) => name,
        ),
      ),
    );
    expect(called).toEqual(new Set(Object.keys(methods)));
  });

  it('has exactly the events that have a listener', () => {
    expect(heard.size).toBeGreaterThan(5);
    expect(sorted(manifest.botEvents)).toEqual(sorted(heard));
  });

  it('has exactly the scopes that what the bot calls, hears and offers needs', () => {
    const toCall = Object.values(scopesOf).flat();
    const toHear = [...heard].flatMap((event) => scopesToHear.get(event) ?? [`unknown event ${event}`]);
    expect(sorted(manifest.botScopes)).toEqual(sorted([...toCall, ...toHear, ...scopesOfFeatures]));
  });

  it('declares the command and the shortcut that are listened to', () => {
    expect([...manifest.commands]).toEqual([COMMAND]);
    expect(manifest.shortcuts.map(({ callbackId }) => callbackId)).toEqual([callbacks.ask]);
  });
});
