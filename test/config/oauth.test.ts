import { describe, expect, test } from 'vitest';
import { readEnvironment, redacted, secretsOf } from '../../src/config/environment.ts';
import { oauthSettings } from '../../src/config/oauth.ts';
import { ConfigProblem } from '../../src/config/problem.ts';

const KEY = 'A'.repeat(43);
const whole = {
  SLACK_CLIENT_ID: '1.2',
  SLACK_CLIENT_SECRET: 'client-secret',
  COUNTERSIGN_PUBLIC_URL: 'https://bot.example.com',
  COUNTERSIGN_WORKSPACES: 'T0ONE, E0ORG',
  COUNTERSIGN_TOKEN_KEYS: `new:${KEY} old:${'B'.repeat(43)}`,
};
const settings = (changes: Readonly<Record<string, string>> = {}) =>
  oauthSettings(readEnvironment({ ...whole, ...changes }));

describe('OAuth settings', () => {
  test('are read where all of them are there', () => {
    const oauth = settings();
    expect(oauth).toMatchObject({
      publicUrl: 'https://bot.example.com',
      redirectUri: 'https://bot.example.com/slack/oauth_redirect',
      mayInstall: new Set(['T0ONE', 'E0ORG']),
    });
    expect([oauth?.keys.current.kid, [...(oauth?.keys.all.keys() ?? [])]]).toEqual(['new', ['new', 'old']]);
  });

  test('are absent with one bot token', () => {
    expect(oauthSettings(readEnvironment({ SLACK_BOT_TOKEN: 'xoxb-one' }))).toBeNull();
  });

  test.each(['SLACK_CLIENT_SECRET', 'COUNTERSIGN_PUBLIC_URL', 'COUNTERSIGN_WORKSPACES', 'COUNTERSIGN_TOKEN_KEYS'])(
    'without %s say that it is missing',
    (name) => {
      expect(() => settings({ [name]: '' })).toThrow(ConfigProblem);
      expect(() => settings({ [name]: '' })).toThrow(`${name} is not set`);
    },
  );

  test.each([
    [{ SLACK_BOT_TOKEN: 'xoxb-one' }, 'not both'],
    [{ SLACK_CLIENT_ID: '' }, 'SLACK_CLIENT_ID is not'],
    [{ COUNTERSIGN_PUBLIC_URL: 'http://bot.example.com' }, 'COUNTERSIGN_PUBLIC_URL'],
    [{ COUNTERSIGN_PUBLIC_URL: 'https://bot.example.com/slack' }, 'COUNTERSIGN_PUBLIC_URL'],
    [{ COUNTERSIGN_PUBLIC_URL: 'bot.example.com' }, 'COUNTERSIGN_PUBLIC_URL'],
    [{ COUNTERSIGN_WORKSPACES: 'C0CHANNEL' }, 'COUNTERSIGN_WORKSPACES'],
    [{ COUNTERSIGN_WORKSPACES: ',' }, 'COUNTERSIGN_WORKSPACES'],
    [{ COUNTERSIGN_TOKEN_KEYS: KEY }, 'kid:key'],
    [{ COUNTERSIGN_TOKEN_KEYS: 'k1:dG9vIHNob3J0' }, 'kid:key'],
    [{ COUNTERSIGN_TOKEN_KEYS: `k1:${KEY} k1:${KEY}` }, 'listed twice'],
  ])('%j are refused, and what is wrong is named', (changes, named) => {
    expect(() => settings(changes)).toThrow(ConfigProblem);
    expect(() => settings(changes)).toThrow(named);
  });

  test('may name no place for everybody to install, in so many words', () => {
    expect(settings({ COUNTERSIGN_WORKSPACES: 'any' })?.mayInstall).toBe('any');
  });

  test('may be plain on this machine', () => {
    expect(settings({ COUNTERSIGN_PUBLIC_URL: 'http://127.0.0.1:3000' })?.publicUrl).toBe('http://127.0.0.1:3000');
  });

  test('are not printed, and each key is kept out of the log by itself', () => {
    const environment = readEnvironment(whole);
    const shown = JSON.stringify(redacted(environment));
    for (const secret of ['client-secret', KEY]) {
      expect(shown).not.toContain(secret);
      expect(secretsOf(environment)).toContain(secret);
    }
  });
});
