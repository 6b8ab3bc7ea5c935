import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { changedManifest } from './support/manifest.ts';
import { eventIn, openSocket } from './support/raw-socket.ts';
import { openWorkspace, say, until } from './support/workspace.ts';

/** Short enough for a test to wait for it, long enough for an ack to arrive on a busy machine. */
const ACK_DEADLINE_MS = 300;

describe('a Socket Mode connection', () => {
  it('is greeted with hello', async () => {
    const workspace = await openWorkspace();
    const { frames } = await openSocket(workspace);
    expect(frames[0]).toMatchObject({
      type: 'hello',
      num_connections: 1,
      debug_info: { approximate_connection_time: 3600 },
    });
  });

  it('opens once for one URL', async () => {
    const workspace = await openWorkspace();
    const { socket } = await openSocket(workspace);
    const again = new WebSocket(socket.url);
    const error = await new Promise<Error>((resolve) => again.once('error', resolve));
    expect(error.message).toBe('Unexpected server response: 401');
  });

  it('is sent away when it is the eleventh', async () => {
    const workspace = await openWorkspace();
    const sockets = [];
    for (let n = 1; n <= 10; n += 1) sockets.push(await openSocket(workspace));
    expect(sockets.at(-1)?.frames[0]).toMatchObject({ type: 'hello', num_connections: 10 });
    const eleventh = await openSocket(workspace);
    expect(eleventh.frames[0]).toMatchObject({ type: 'disconnect', reason: 'too_many_websockets' });
  });
});

describe('an event', () => {
  it('goes to exactly one connection', async () => {
    const workspace = await openWorkspace();
    const sockets = [await openSocket(workspace), await openSocket(workspace), await openSocket(workspace)];
    for (let n = 0; n < 6; n += 1) await say(workspace, 'U0ALICE', 'C0GENERAL', `message ${n}`);
    const counts = await until(() => {
      const each = sockets.map((socket) => socket.envelopes().length);
      return each.reduce((sum, one) => sum + one, 0) >= 6 ? each : undefined;
    });
    expect(counts).toEqual([2, 2, 2]);
  });

  it('for a mention comes twice, as message and as app_mention, under two event ids', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    const said = await say(workspace, 'U0ALICE', 'C0GENERAL', '<@U0COUNTER> hi');
    const twins = [eventIn(await socket.nextEnvelope()), eventIn(await socket.nextEnvelope())];
    expect(twins.map(({ type, ts }) => ({ type, ts }))).toEqual([
      { type: 'message', ts: said.ts },
      { type: 'app_mention', ts: said.ts },
    ]);
    expect(twins[0]?.['event_id']).not.toBe(twins[1]?.['event_id']);
  });

  it('carries the installation and, in a shared channel, the team of its author', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    await say(workspace, 'U0DAVE', 'C0SHARED', 'hello from outside');
    const envelope = await socket.nextEnvelope();
    expect(envelope).toMatchObject({
      type: 'events_api',
      accepts_response_payload: false,
      payload: {
        type: 'event_callback',
        team_id: 'T0LOCAL',
        api_app_id: 'A0COUNTER',
        is_ext_shared_channel: true,
        authorizations: [{ team_id: 'T0LOCAL', user_id: 'U0COUNTER', is_bot: true }],
        event: { user: 'U0DAVE', user_team: 'T0OTHER', channel: 'C0SHARED', channel_type: 'channel' },
      },
    });
  });

  it('that is not acked comes again at once with the same event id, and then a minute and five minutes later', async () => {
    const workspace = await openWorkspace({ ackDeadlineMs: ACK_DEADLINE_MS });
    const socket = await openSocket(workspace);
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const first = await socket.nextEnvelope();
    const second = await socket.nextEnvelope();
    await settleDeadline();
    await workspace.call('POST', '/control/clock', { advance_ms: 60_000 });
    const third = await socket.nextEnvelope();
    await settleDeadline();
    await workspace.call('POST', '/control/clock', { advance_ms: 300_000 });
    const fourth = await socket.nextEnvelope();
    const all = [first, second, third, fourth];
    expect(all.map((envelope) => [envelope['retry_attempt'], envelope['retry_reason']])).toEqual([
      [0, ''],
      [1, 'http_timeout'],
      [2, 'http_timeout'],
      [3, 'http_timeout'],
    ]);
    expect(new Set(all.map((envelope) => eventIn(envelope)['event_id'])).size).toBe(1);
    expect(new Set(all.map((envelope) => envelope['envelope_id'])).size).toBe(4);
  });

  it('that is acked does not come again', async () => {
    const workspace = await openWorkspace({ ackDeadlineMs: ACK_DEADLINE_MS });
    const socket = await openSocket(workspace);
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    socket.ack(await socket.nextEnvelope());
    await settleDeadline();
    expect(socket.envelopes()).toHaveLength(1);
  });

  it('raised while nobody was connected arrives with the next connection', async () => {
    const workspace = await openWorkspace();
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'anybody?');
    const socket = await openSocket(workspace);
    const envelope = await socket.nextEnvelope();
    expect(eventIn(envelope)).toMatchObject({ text: 'anybody?' });
    expect(envelope['retry_attempt']).toBe(0);
  });

  it('that was on a connection which died comes again on the next one, marked as a retry', async () => {
    const workspace = await openWorkspace();
    const dying = await openSocket(workspace);
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const lost = await dying.nextEnvelope();
    dying.socket.terminate();
    const next = await openSocket(workspace);
    const envelope = await next.nextEnvelope();
    expect(envelope).toMatchObject({ retry_attempt: 1, retry_reason: 'connection_failed' });
    expect(eventIn(envelope)['event_id']).toBe(eventIn(lost)['event_id']);
  });

  it('is not delivered when the manifest does not subscribe to it', async () => {
    const manifestPath = changedManifest({ events: { remove: ['message.channels'] } });
    const workspace = await openWorkspace({ manifestPath });
    const socket = await openSocket(workspace);
    await say(workspace, 'U0ALICE', 'C0GENERAL', '<@U0COUNTER> hi');
    await say(workspace, 'U0ALICE', 'C0OPS', 'private');
    const events = [eventIn(await socket.nextEnvelope()), eventIn(await socket.nextEnvelope())];
    expect(events.map(({ type, channel }) => [type, channel])).toEqual([
      ['app_mention', 'C0GENERAL'],
      ['message', 'C0OPS'],
    ]);
  });

  it('is not delivered from a channel that the app is not in', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    await say(workspace, 'U0ALICE', 'U0BOB', 'between us');
    await say(workspace, 'U0ALICE', 'U0COUNTER', 'to the app');
    expect(eventIn(await socket.nextEnvelope())).toMatchObject({ text: 'to the app', channel_type: 'im' });
  });
});

describe('the control of sockets', () => {
  const control = (workspace: Awaited<ReturnType<typeof openWorkspace>>, action: string) =>
    workspace.call('POST', '/control/sockets', { action });

  it.each([
    ['refresh', 'refresh_requested'],
    ['warning', 'warning'],
  ])('%s tells the app to reconnect and sends it no more envelopes there', async (action, reason) => {
    const workspace = await openWorkspace();
    const old = await openSocket(workspace);
    await control(workspace, action);
    await until(() => old.frames[1]);
    expect(old.frames[1]).toMatchObject({ type: 'disconnect', reason });
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const next = await openSocket(workspace);
    expect(eventIn(await next.nextEnvelope())).toMatchObject({ text: 'hello' });
    expect(old.envelopes()).toHaveLength(0);
  });

  it('close cuts the connection', async () => {
    const workspace = await openWorkspace();
    const { socket } = await openSocket(workspace);
    await control(workspace, 'close');
    const closed = await until(() => (socket.readyState === socket.CLOSED ? 'closed' : undefined));
    expect(closed).toBe('closed');
  });

  it('duplicate-next sends the same event in two envelopes', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    await control(workspace, 'duplicate-next');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const [one, two] = [await socket.nextEnvelope(), await socket.nextEnvelope()];
    expect(eventIn(one)['event_id']).toBe(eventIn(two)['event_id']);
    expect(one['envelope_id']).not.toBe(two['envelope_id']);
  });

  it('reorder sends the next event after the one that follows it', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    await control(workspace, 'reorder');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'first');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'second');
    const texts = [eventIn(await socket.nextEnvelope())['text'], eventIn(await socket.nextEnvelope())['text']];
    expect(texts).toEqual(['second', 'first']);
  });

  it('delay-next holds an envelope back while later ones pass', async () => {
    const workspace = await openWorkspace();
    const socket = await openSocket(workspace);
    await control(workspace, 'delay-next:200');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'slow');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'quick');
    const texts = [eventIn(await socket.nextEnvelope())['text'], eventIn(await socket.nextEnvelope())['text']];
    expect(texts).toEqual(['quick', 'slow']);
  });

  it('half-open keeps the connection and hears nothing from it', async () => {
    const workspace = await openWorkspace({ ackDeadlineMs: ACK_DEADLINE_MS });
    const deaf = await openSocket(workspace);
    await control(workspace, 'half-open');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    deaf.ack(await deaf.nextEnvelope());
    expect(await deaf.nextEnvelope()).toMatchObject({ retry_attempt: 1, retry_reason: 'http_timeout' });
    expect(deaf.socket.readyState).toBe(deaf.socket.OPEN);
  });

  it('silence keeps the connection, and nothing passes in either direction', async () => {
    const workspace = await openWorkspace({ ackDeadlineMs: ACK_DEADLINE_MS });
    const deaf = await openSocket(workspace);
    const before = deaf.frames.length;
    await control(workspace, 'silence');
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    await settleDeadline();
    expect([deaf.frames.length, deaf.socket.readyState]).toEqual([before, deaf.socket.OPEN]);
    deaf.socket.terminate();
    const heard = await openSocket(workspace);
    await workspace.call('POST', '/control/clock', { advance_ms: 60_000 });
    expect(eventIn(await heard.nextEnvelope())).toMatchObject({ text: 'hello' });
  });

  it('refuses an action it does not know', async () => {
    expect(await control(await openWorkspace(), 'explode')).toEqual({
      ok: false,
      error: 'unknown_action',
      status: 400,
    });
  });
});

/** Waits until an unanswered envelope's deadline has certainly passed: there is no other sign of it. */
function settleDeadline(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ACK_DEADLINE_MS + 150));
}
