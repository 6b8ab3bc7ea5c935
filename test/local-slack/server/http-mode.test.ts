import { createServer } from 'node:http';
import { App, HTTPReceiver, LogLevel, verifySlackRequest } from '@slack/bolt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../../../src/local-slack/server/http/server.ts';
import { api } from './support/api.ts';
import { messagesOf, openWorkspace, say, until } from './support/workspace.ts';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A request URL that keeps what it gets and answers as `answer` says. */
async function openTarget(answer: (n: number) => { status: number; headers?: Record<string, string>; body?: string }) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const { status, headers, body: text = '' } = answer(received.length);
      response.writeHead(status, headers).end(text);
    });
  });
  const port = await listen(server, 0);
  onTestFinished(() => closeServer(server));
  return { url: `http://127.0.0.1:${port}/slack/events`, received };
}

describe('an app that is reached over HTTP', () => {
  it('is an unmodified Bolt HTTPReceiver: it accepts our signatures and its answer is seen', async () => {
    const receiver = new HTTPReceiver({ signingSecret: 'local-signing-secret', logLevel: LogLevel.ERROR });
    const server = createServer(receiver.requestListener);
    const port = await listen(server, 0);
    onTestFinished(() => closeServer(server));
    const workspace = await openWorkspace({ httpTarget: `http://127.0.0.1:${port}/slack/events` });
    const app = new App({
      token: 'xoxb-local',
      receiver,
      clientOptions: { slackApiUrl: `${workspace.url}/api/` },
      logLevel: LogLevel.ERROR,
      deferInitialization: true,
    });
    await app.init();
    app.event('app_mention', async ({ event, say: answer }) => {
      await answer({ text: 'heard over http', thread_ts: event.ts });
    });

    const asked = await say(workspace, 'U0ALICE', 'C0GENERAL', '<@U0COUNTER> hello');

    const answer = await until(async () => (await messagesOf(workspace, 'U0ALICE', 'C0GENERAL', asked.ts))[1]);
    expect(answer).toMatchObject({ user: 'U0COUNTER', text: 'heard over http' });
  });

  it('gets requests whose signature Slack’s SDK verifies', async () => {
    const target = await openTarget(() => ({ status: 200 }));
    const workspace = await openWorkspace({ httpTarget: target.url });
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const { headers, body } = await until(() => target.received[0]);
    const check = (text: string) =>
      verifySlackRequest({
        signingSecret: 'local-signing-secret',
        body: text,
        headers: {
          'x-slack-signature': String(headers['x-slack-signature']),
          'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
        },
      });
    expect(() => check(body)).not.toThrow();
    expect(() => check(`${body} `)).toThrow('signature mismatch');
  });

  it('gets a failed event again with retry headers', async () => {
    const target = await openTarget((n) => ({ status: n === 1 ? 500 : 200 }));
    const workspace = await openWorkspace({ httpTarget: target.url });
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'hello');
    const again = await until(() => target.received[1]);
    expect(target.received[0]?.headers['x-slack-retry-num']).toBeUndefined();
    expect(again.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_error' });
    expect(again.body).toBe(target.received[0]?.body);
  });

  it('can forbid the retry', async () => {
    const target = await openTarget((n) => ({ status: n === 1 ? 500 : 200, headers: { 'x-slack-no-retry': '1' } }));
    const workspace = await openWorkspace({ httpTarget: target.url });
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'first');
    await until(() => target.received[0]);
    await say(workspace, 'U0ALICE', 'C0GENERAL', 'second');
    await until(() => target.received[1]);
    expect(target.received.map(({ body }) => JSON.parse(body).event.text)).toEqual(['first', 'second']);
  });

  it('gets a slash command as a form and its answer is shown to that person only', async () => {
    const target = await openTarget(() => ({ status: 200, body: '{"text":"for you"}' }));
    const workspace = await openWorkspace({ httpTarget: target.url });
    const command = { channel: 'C0GENERAL', command: '/countersign', text: 'help' };
    expect(await workspace.call('POST', '/people/U0ALICE/commands', command)).toMatchObject({ ok: true });
    const form = new URLSearchParams(target.received[0]?.body);
    expect(Object.fromEntries(form)).toMatchObject({ command: '/countersign', text: 'help', user_id: 'U0ALICE' });
    expect(await messagesOf(workspace, 'U0ALICE', 'C0GENERAL')).toMatchObject([{ text: 'for you', ephemeral: true }]);
    expect(await messagesOf(workspace, 'U0BOB', 'C0GENERAL')).toEqual([]);
  });

  it('gets a click as a payload field, and a click that nobody acks is reported', async () => {
    const target = await openTarget((n) => ({ status: n === 1 ? 200 : 500 }));
    const workspace = await openWorkspace({ httpTarget: target.url });
    const button = { type: 'button', action_id: 'go', value: 'x', text: { type: 'plain_text', text: 'Go' } };
    const posted = await api(workspace, 'chat.postMessage', {
      channel: 'C0GENERAL',
      text: 'card',
      blocks: [{ type: 'actions', elements: [button] }],
    });
    await until(() => target.received[0]);
    const click = { channel: 'C0GENERAL', ts: posted['ts'], action_id: 'go' };
    expect(await workspace.call('POST', '/people/U0ALICE/click', click)).toEqual({
      ok: false,
      error: 'app_did_not_answer',
      reason: 'http_error',
      status: 424,
    });
    const clicks = target.received.filter(({ body }) => body.startsWith('payload='));
    const payload = JSON.parse(new URLSearchParams(clicks[0]?.body).get('payload') ?? '{}');
    expect(payload).toMatchObject({
      type: 'block_actions',
      user: { id: 'U0ALICE' },
      actions: [{ action_id: 'go', value: 'x' }],
    });
  });

  it('cannot open a socket', async () => {
    const target = await openTarget(() => ({ status: 200 }));
    const workspace = await openWorkspace({ httpTarget: target.url });
    const opened = await api(workspace, 'apps.connections.open', {}, 'xapp-local');
    expect(opened['error']).toBe('apps_socket_mode_disabled');
  });
});
