import { describe, expect, it } from 'vitest';
import { silent } from '../../src/ports/logger.ts';
import { AppTokenRefused } from '../../src/slack/intake/socket-connection.ts';
import { makeSocketReceiver } from '../../src/slack/intake/socket-receiver.ts';
import { systemTimers } from '../../src/slack/web/timers.ts';
import { TokenRefused } from '../../src/slack/web/workspaces.ts';
import { type BotInSlack, botInSlack } from '../support/slack/bot-in-slack.ts';
import { botsPerTest, C, saysIn } from '../support/slack/in-slack.ts';
import { eventually } from '../support/slack/people.ts';

const bot = botsPerTest();

/** Five seconds without a pong, two pings more, and a slow machine. */
const REPLACED_WITHIN_MS = 20_000;
const downs = ({ logged }: BotInSlack): number =>
  logged.filter(({ message }) => message === 'a Slack socket is down').length;

describe('two sockets', () => {
  it('are both up after the start', async () => {
    const slack = await bot();
    expect(slack.slack.connections()).toEqual({ sockets: 2, port: null });
  });

  it.each(['refresh', 'warning', 'link-disabled', 'too-many', 'close'])(
    'lose nothing and come back after %s',
    async (action) => {
      const slack = await bot();
      const alice = slack.person('U0ALICE');
      await slack.control.sockets(action);
      const root = await alice.say(C, '<@U0COUNTER> !say still here');
      await saysIn(alice, root, 'still here');
      expect(await eventually('both sockets', async () => slack.slack.connections().sockets === 2)).toBe(true);
    },
  );

  it('are noticed to be dead and replaced, though nobody closed them, and what was said meanwhile is answered once', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    await slack.control.sockets('silence');
    const root = await alice.say(C, '<@U0COUNTER> !say heard in the end');
    await eventually('two sockets given up', async () => downs(slack) === 2, REPLACED_WITHIN_MS);
    await eventually('two new ones', async () => slack.slack.connections().sockets === 2, REPLACED_WITHIN_MS);
    // Slack's second retry comes after a minute, where the first one went into the void as well.
    await slack.control.clock(60_000);
    const answers = (await saysIn(alice, root, 'heard in the end')).filter(({ user }) => user === 'U0COUNTER');
    expect(answers).toHaveLength(1);
  });

  it('that are down at once are a line in the log: until one is back, people see warnings', async () => {
    const slack = await bot();
    await slack.control.sockets('close');
    await eventually('the line', async () =>
      slack.logged.some(({ level, message }) => level === 'error' && message === 'no Slack socket is up'),
    );
    expect(await eventually('both sockets', async () => slack.slack.connections().sockets === 2)).toBe(true);
  });

  it('survive an envelope without an event', async () => {
    const slack = await bot();
    const alice = slack.person('U0ALICE');
    await fetch(`${slack.url}/control/app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"action":"rate-limited"}',
    });
    await eventually('a word about it in the log', async () =>
      slack.logged.some(({ message }) => message === 'Slack sent an envelope without an event'),
    );
    const root = await alice.say(C, '<@U0COUNTER> !say fine');
    expect(await saysIn(alice, root, 'fine')).toHaveLength(1);
  });

  it('survive a revoked token at reconnect, and come back when it is mended', async () => {
    const slack = await bot();
    await slack.control.fault({ method: 'apps.connections.open', times: 1, kind: 'error:invalid_auth' });
    await slack.control.fault({ method: 'apps.connections.open', times: 1, kind: 'http:500' });
    await slack.control.sockets('close');
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !say alive');
    expect(await saysIn(alice, root, 'alive')).toHaveLength(1);
  });

  it('are not opened with a token Slack refuses, and say why', async () => {
    const slack = await bot();
    const receiver = makeSocketReceiver({
      appToken: 'xapp-wrong',
      slackApiUrl: `${slack.url}/api/`,
      intake: async () => ({ kind: 'refuse' }),
      logger: silent,
      timers: systemTimers,
    });
    await expect(receiver.start()).rejects.toThrow(AppTokenRefused);
    await receiver.stop();
  });
});

describe('a wrong bot token', () => {
  it('is one clear error at the start', async () => {
    const slack = await bot();
    await slack.control.fault({ method: 'auth.test', times: 1, kind: 'error:invalid_auth' });
    await expect(botInSlack({ url: slack.url })).rejects.toThrow(TokenRefused);
  });
});
