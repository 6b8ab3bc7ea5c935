import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ManifestError, readManifest } from '../../src/local-slack/server/manifest.ts';

const MANIFEST = fileURLToPath(new URL('../../manifest.yml', import.meta.url));
const SCHEMA = new URL('../fixtures/slack/manifest.schema.2.0.0.json', import.meta.url);

const SMALLEST = `
features:
  bot_user: { display_name: Bot }
oauth_config:
  scopes: { bot: [chat:write] }
settings: {}
`;

describe('the manifest of the app', () => {
  const facts = readManifest(MANIFEST);

  test("is valid by Slack's own schema", () => {
    const valid = new Ajv({ strict: false, allErrors: true, formats: { uri: true } }).compile(
      JSON.parse(readFileSync(SCHEMA, 'utf8')),
    );
    valid(parse(readFileSync(MANIFEST, 'utf8')));
    expect(valid.errors).toBeNull();
  });

  test('asks for the scopes the bot needs and no more', () => {
    expect([...facts.botScopes].sort()).toEqual([
      'app_mentions:read',
      'assistant:write',
      'channels:history',
      'channels:read',
      'chat:write',
      'commands',
      'files:read',
      'groups:history',
      'groups:read',
      'im:history',
      'im:read',
      'im:write',
      'mpim:history',
      'mpim:read',
      'usergroups:read',
      'users:read',
    ]);
  });

  test('subscribes to what the bot listens to', () => {
    expect([...facts.botEvents].sort()).toEqual([
      'agent_session_stopped',
      'app_home_opened',
      'app_mention',
      'app_uninstalled',
      'message.channels',
      'message.groups',
      'message.im',
      'message.mpim',
      'subteam_members_changed',
      'subteam_updated',
      'team_access_granted',
      'team_access_revoked',
      'tokens_revoked',
      'user_change',
    ]);
  });

  test('offers one slash command', () => {
    expect([...facts.commands]).toEqual(['/countersign']);
  });

  test('offers one message shortcut', () => {
    expect(facts.shortcuts).toEqual([{ name: 'Ask Countersign', type: 'message', callbackId: 'ask_about_message' }]);
  });

  test('has a home tab and a messages tab one can write in', () => {
    expect(facts).toMatchObject({ homeTab: true, messagesTab: true, displayName: 'Countersign' });
  });

  test('works in Socket Mode with interactivity, for a whole organisation, without token rotation', () => {
    expect(parse(readFileSync(MANIFEST, 'utf8')).settings).toMatchObject({
      interactivity: { is_enabled: true },
      socket_mode_enabled: true,
      org_deploy_enabled: true,
      token_rotation_enabled: false,
    });
  });
});

describe('reading a manifest', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function manifestOf(text: string): string {
    const path = join(folder, 'manifest.yml');
    writeFileSync(path, text);
    return path;
  }

  test('takes what is left out as not there', () => {
    expect(readManifest(manifestOf(SMALLEST))).toEqual({
      botScopes: new Set(['chat:write']),
      botEvents: new Set(),
      commands: new Set(),
      shortcuts: [],
      homeTab: false,
      messagesTab: false,
      displayName: 'Bot',
      tokenRotation: false,
    });
  });

  test('counts a read-only messages tab as none', () => {
    const readOnly = '  app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: true }';
    const path = manifestOf(SMALLEST.replace('features:', `features:\n${readOnly}`));
    expect(readManifest(path).messagesTab).toBe(false);
  });

  test('names a missing key', () => {
    const path = manifestOf(SMALLEST.replace('scopes: { bot: [chat:write] }', 'scopes: {}'));
    expect(() => readManifest(path)).toThrow(/oauth_config\.scopes\.bot/);
  });

  test('names a key of the wrong kind inside a list', () => {
    const path = manifestOf(SMALLEST.replace('features:', 'features:\n  slash_commands: [{ command: countersign }]'));
    expect(() => readManifest(path)).toThrow(/features\.slash_commands\.0\.command/);
  });

  test('fails with an error of its own, so that the caller can tell it from a fault', () => {
    expect(() => readManifest(manifestOf('features: 1'))).toThrow(ManifestError);
  });

  test('says so when the file is empty', () => {
    expect(() => readManifest(manifestOf(''))).toThrow(/document/);
  });

  test('says so when the file is no YAML', () => {
    expect(() => readManifest(manifestOf('a: [1'))).toThrow(/cannot be read as YAML/);
  });

  test('says so when there is no file', () => {
    expect(() => readManifest(join(folder, 'absent.yml'))).toThrow(/absent\.yml cannot be read/);
  });
});
