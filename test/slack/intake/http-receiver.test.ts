import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { silent } from '../../../src/ports/logger.ts';
import { type HttpReceiver, makeHttpReceiver } from '../../../src/slack/intake/http-receiver.ts';
import { type Intake, plainAck, type Received } from '../../../src/slack/intake/intake.ts';
import { systemTimers } from '../../../src/slack/web/timers.ts';

const secret = 'local-signing-secret';
let receiver: HttpReceiver | null = null;
afterEach(async () => {
  await receiver?.stop();
  receiver = null;
});

async function listening(intake: Intake = async () => plainAck) {
  const taken: Received[] = [];
  receiver = makeHttpReceiver({
    signingSecret: secret,
    host: '127.0.0.1',
    port: 0,
    intake: (received) => {
      taken.push(received);
      return intake(received);
    },
    logger: silent,
    timers: systemTimers,
    pages: null,
  });
  await receiver.start();
  const url = `http://127.0.0.1:${receiver.port()}/slack/events`;
  const send = (body: string, headers: Record<string, string> = {}, path = url) => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
    return fetch(path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-slack-signature': signature,
        'x-slack-request-timestamp': timestamp,
        ...headers,
      },
    });
  };
  return { taken, url, send };
}

const event = JSON.stringify({ type: 'event_callback', event_id: 'Ev1' });

describe('receiving over HTTP', () => {
  it('takes a signed event in and answers 200', async () => {
    const { taken, send } = await listening();
    expect((await send(event)).status).toBe(200);
    expect(taken).toEqual([{ body: { type: 'event_callback', event_id: 'Ev1' }, retry: 0 }]);
  });

  it('tells which delivery it is', async () => {
    const { taken, send } = await listening();
    await send(event, { 'x-slack-retry-num': '2' });
    expect(taken[0]?.retry).toBe(2);
  });

  it('does not mind a character set in the content type', async () => {
    const { send } = await listening();
    expect((await send(event, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  it('reads interactions and commands from forms', async () => {
    const { taken, send } = await listening();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await send(`payload=${encodeURIComponent('{"type":"block_actions"}')}`, form);
    await send('command=%2Fcountersign&text=help', form);
    expect(taken.map(({ body }) => body)).toEqual([
      { type: 'block_actions' },
      { command: '/countersign', text: 'help' },
    ]);
  });

  it('answers with what an interaction wants to hear', async () => {
    const { send } = await listening(async () => ({ kind: 'ack', payload: { response_action: 'clear' } }));
    expect(await (await send(event)).json()).toEqual({ response_action: 'clear' });
  });

  it('answers 500 for what was not taken in, so that Slack sends it again', async () => {
    const { send } = await listening(async () => ({ kind: 'refuse' }));
    expect((await send(event)).status).toBe(500);
  });

  it('refuses what Slack did not sign, without looking at it', async () => {
    const { taken, send } = await listening();
    expect((await send(event, { 'x-slack-signature': `v0=${'0'.repeat(64)}` })).status).toBe(401);
    expect(taken).toEqual([]);
  });

  it('refuses the same request a second time', async () => {
    const { taken, url } = await listening();
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${event}`).digest('hex')}`;
    const headers = {
      'content-type': 'application/json',
      'x-slack-signature': signature,
      'x-slack-request-timestamp': timestamp,
    };
    const statuses = [];
    for (let time = 0; time < 2; time += 1)
      statuses.push((await fetch(url, { method: 'POST', body: event, headers })).status);
    expect(statuses).toEqual([200, 401]);
    expect(taken).toHaveLength(1);
  });

  it.each([
    ['text/plain', event, 400],
    ['application/json', 'not json', 400],
    ['application/json', '[]', 400],
    ['application/x-www-form-urlencoded', 'payload=%7B', 400],
    ['application/x-www-form-urlencoded', 'ssl_check=1', 200],
  ])('answers a signed %s body %j with %i', async (contentType, body, status) => {
    const { taken, send } = await listening();
    expect((await send(body, { 'content-type': contentType })).status).toBe(status);
    expect(taken).toEqual([]);
  });

  it('reads a payload beside an ssl_check as the payload it is', async () => {
    const { taken, send } = await listening();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await send(`ssl_check=1&payload=${encodeURIComponent('{"type":"x"}')}`, form);
    expect(taken.map(({ body }) => body)).toEqual([{ type: 'x' }]);
  });

  it('answers Slack’s challenge', async () => {
    const { send } = await listening();
    expect(await (await send('{"type":"url_verification","challenge":"c"}')).json()).toEqual({ challenge: 'c' });
  });

  it('knows one path and one method', async () => {
    const { send, url } = await listening();
    expect((await send(event, {}, url.replace('/slack/events', '/other'))).status).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });

  it('stops in time right after a body that was too large', async () => {
    const { taken, send } = await listening();
    const sent = await send('x'.repeat(5 * 1024 * 1024)).catch(() => null);
    expect(sent === null || sent.status === 413).toBe(true);
    const before = Date.now();
    await receiver?.stop();
    expect(Date.now() - before).toBeLessThan(3_000);
    expect(taken).toEqual([]);
  });
});
