import { WebClient } from '@slack/web-api';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEffect } from '../../../src/local-slack/server/web-api/faults.ts';
import { api, errorOf } from './support/api.ts';
import { eventIn, openSocket } from './support/raw-socket.ts';
import { list, messagesOf, openWorkspace, say, type TestWorkspace, until } from './support/workspace.ts';

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openWorkspace();
});

const fault = (body: object) => workspace.call('POST', '/control/faults', body);
const calls = async (since = 0) => list(await workspace.call('GET', `/control/calls?since=${since}`), 'calls');
const post = (text: string) => errorOf(workspace, 'chat.postMessage', { channel: 'C0GENERAL', text });
const texts = async () => (await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).map(({ text }) => text);

describe('the list of calls', () => {
  it('has every call with its arguments and outcome, tokens left out', async () => {
    await api(workspace, 'auth.test', { token: 'xoxb-local' });
    await api(workspace, 'chat.postMessage', { channel: 'C0NONE', text: 'x' });
    expect(await calls()).toEqual([
      { n: 1, at: expect.any(Number), method: 'auth.test', args: {}, status: 200 },
      {
        n: 2,
        at: expect.any(Number),
        method: 'chat.postMessage',
        args: { channel: 'C0NONE', text: 'x' },
        status: 200,
        error: 'channel_not_found',
      },
    ]);
    expect(JSON.stringify(await calls())).not.toContain('xoxb');
  });

  it('goes on after the call one has seen', async () => {
    await api(workspace, 'auth.test');
    await api(workspace, 'bots.info');
    expect((await calls(1)).map((call) => call['method'])).toEqual(['bots.info']);
  });
});

describe('a fault', () => {
  it('error answers that error and does nothing', async () => {
    await fault({ method: 'chat.postMessage', times: 1, kind: 'error:fatal_error' });
    expect(await post('one')).toBe('fatal_error');
    expect(await post('two')).toBeUndefined();
    expect(await texts()).toEqual(['two']);
  });

  it('happens as often as asked, and only to the method it is for', async () => {
    await fault({ method: 'chat.postMessage', times: 2, kind: 'error:oops' });
    expect(await errorOf(workspace, 'auth.test')).toBeUndefined();
    expect([await post('1'), await post('2'), await post('3')]).toEqual(['oops', 'oops', undefined]);
  });

  it.each([
    ['a text in the arguments', 'needle'],
    ['a field', { text: 'a needle' }],
  ])('matches by %s', async (_, match) => {
    await fault({ method: 'chat.postMessage', match, times: 1, kind: 'error:oops' });
    expect(await post('hay')).toBeUndefined();
    expect(await post('a needle')).toBe('oops');
  });

  it('http answers that status', async () => {
    await fault({ method: '*', times: 1, kind: 'http:503' });
    const response = await fetch(`${workspace.url}/api/auth.test`, { method: 'POST' });
    expect(response.status).toBe(503);
  });

  it('ratelimit is what the SDK waits for', async () => {
    await fault({ method: 'auth.test', times: 1, kind: 'ratelimit:30' });
    const client = new WebClient('xoxb-local', { slackApiUrl: `${workspace.url}/api/`, rejectRateLimitedCalls: true });
    await expect(client.auth.test()).rejects.toMatchObject({ retryAfter: 30 });
  });

  it('ratelimit without seconds has no Retry-After', async () => {
    await fault({ method: 'auth.test', times: 1, kind: 'ratelimit' });
    const response = await fetch(`${workspace.url}/api/auth.test`, { method: 'POST' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, null]);
  });

  it.each([
    ['drop-before', []],
    ['drop-after-accept', ['x']],
    ['hang:50', []],
  ])('%s breaks the connection; what was done is %o', async (kind, done) => {
    await fault({ method: 'chat.postMessage', times: 1, kind });
    await expect(post('x')).rejects.toThrow('fetch failed');
    expect(await texts()).toEqual(done);
    expect((await calls()).at(-1)).toMatchObject({ method: 'chat.postMessage', status: 0 });
  });

  it.each([
    ['html', 'text/html', '<html>'],
    ['garbage', 'application/json', '{"ok":tru'],
  ])('%s answers what is not an answer', async (kind, type, start) => {
    await fault({ method: 'auth.test', times: 1, kind });
    const response = await fetch(`${workspace.url}/api/auth.test`, { method: 'POST' });
    expect(response.headers.get('content-type')).toContain(type);
    expect(await response.text()).toContain(start);
  });

  it('slow answers late', async () => {
    await fault({ method: 'chat.postMessage', times: 1, kind: 'slow:120' });
    const before = performance.now();
    expect(await post('x')).toBeUndefined();
    expect(performance.now() - before).toBeGreaterThan(100);
  });

  it.each(['explode', 'error:', 'http:42', 'hang:soon'])('of unknown kind "%s" is refused', async (kind) => {
    expect(readEffect(kind)).toBeUndefined();
    expect(await fault({ method: '*', times: 1, kind })).toMatchObject({ error: 'unknown_fault', status: 400 });
  });
});

describe('changing a person', () => {
  const change = (person: string, body: object) => workspace.call('POST', `/control/people/${person}`, body);

  it('deactivates: users.info and an event say so', async () => {
    const socket = await openSocket(workspace);
    await change('U0BOB', { deactivate: true });
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({
      type: 'user_change',
      user: { id: 'U0BOB', deleted: true },
    });
    expect(await api(workspace, 'users.info', { user: 'U0BOB' })).toMatchObject({ user: { deleted: true } });
  });

  it('makes a guest, and a member again', async () => {
    await change('U0BOB', { guest: true });
    expect(await api(workspace, 'users.info', { user: 'U0BOB' })).toMatchObject({ user: { is_restricted: true } });
    await change('U0BOB', { guest: false });
    expect(await api(workspace, 'users.info', { user: 'U0BOB' })).toMatchObject({ user: { is_restricted: false } });
  });

  it('moves in and out of a user group, and the app hears who', async () => {
    const socket = await openSocket(workspace);
    await change('U0BOB', { leave: 'S0ONCALL' });
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({
      type: 'subteam_members_changed',
      subteam_id: 'S0ONCALL',
      removed_users: ['U0BOB'],
    });
    expect(await api(workspace, 'usergroups.users.list', { usergroup: 'S0ONCALL' })).toMatchObject({
      users: ['U0CAROL'],
    });
  });

  it('moves in and out of a channel', async () => {
    await change('U0CAROL', { join: ['C0OPS'] });
    expect(await say(workspace, 'U0CAROL', 'C0OPS', 'here')).toMatchObject({ channel: 'C0OPS' });
    await change('U0CAROL', { leave: ['C0OPS'] });
    const members = await api(workspace, 'conversations.members', { channel: 'C0OPS' });
    expect(members['members']).toEqual(['U0ALICE', 'U0BOB', 'U0COUNTER']);
  });

  it.each([
    [404, 'user_not_found', 'U0NOBODY', { guest: true }],
    [404, 'place_not_found', 'U0BOB', { join: 'C0NONE' }],
    [400, 'invalid_body', 'U0BOB', {}],
    [400, 'invalid_body', 'U0BOB', { fly: true }],
  ])('is refused with %d %s for %s %o', async (status, error, person, body) => {
    expect(await change(person, body)).toMatchObject({ ok: false, error, status });
  });
});

describe('changing the app', () => {
  it('uninstalls: the app hears it and its token is worth nothing', async () => {
    const socket = await openSocket(workspace);
    await workspace.call('POST', '/control/app', { action: 'uninstall' });
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({ type: 'app_uninstalled' });
    expect(await errorOf(workspace, 'auth.test')).toBe('token_revoked');
  });

  it('rate limits its events: an envelope that has no event inside', async () => {
    const socket = await openSocket(workspace);
    await workspace.call('POST', '/control/app', { action: 'rate-limited' });
    const envelope = await socket.nextEnvelope();
    expect(envelope['payload']).toMatchObject({ type: 'app_rate_limited', team_id: 'T0LOCAL' });
    expect(eventIn(envelope)).toEqual({});
  });
});

describe('the clock', () => {
  it('moves the time of new messages', async () => {
    const first = await say(workspace, 'U0ALICE', 'C0GENERAL', 'now');
    await workspace.call('POST', '/control/clock', { advance_ms: 3_600_000 });
    const second = await say(workspace, 'U0ALICE', 'C0GENERAL', 'an hour later');
    expect(Number(second.ts) - Number(first.ts)).toBeGreaterThanOrEqual(3_600);
  });

  it('does not go back', async () => {
    const answer = await workspace.call('POST', '/control/clock', { advance_ms: -1 });
    expect(answer).toMatchObject({ error: 'invalid_body', status: 400 });
  });

  it('can be given by a test', async () => {
    const still = await openWorkspace({ now: () => 1_800_000_000_000 });
    const said = await say(still, 'U0ALICE', 'C0GENERAL', 'when?');
    expect(said.ts).toBe('1800000000.000000');
  });
});

describe('a reset', () => {
  it('makes a fresh world and keeps the connections', async () => {
    const socket = await openSocket(workspace);
    await post('old');
    socket.ack(await socket.nextEnvelope());
    await workspace.call('POST', '/control/people/U0BOB', { guest: true });
    socket.ack(await socket.nextEnvelope());
    await fault({ method: '*', times: 9, kind: 'error:oops' });
    await workspace.call('POST', '/control/reset');
    expect(await texts()).toEqual([]);
    expect(await calls()).toEqual([]);
    expect(await api(workspace, 'users.info', { user: 'U0BOB' })).toMatchObject({ user: { is_restricted: false } });
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'new');
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({ text: 'new' });
  });
});

describe('the same seed', () => {
  it('makes the same ids', async () => {
    const eventId = async (seed: number) => {
      const one = await openWorkspace({ seed });
      const socket = await openSocket(one);
      await say(one, 'U0ALICE', 'C0GENERAL', 'hello');
      return eventIn(await until(() => socket.envelopes()[0]))['event_id'];
    };
    const [first, second, other] = [await eventId(7), await eventId(7), await eventId(8)];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });
});
