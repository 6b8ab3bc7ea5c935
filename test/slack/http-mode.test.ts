import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { botsPerTest, C, cardIn, saysIn } from '../support/slack/in-slack.ts';
import { aTool } from '../support/turn/tools.ts';

const bot = botsPerTest();

/** A port nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? (address satisfies AddressInfo).port : 0;
}

describe('over HTTP', () => {
  it('the bot answers, asks and runs as it does over sockets', async () => {
    const port = await freePort();
    const tool = aTool('shop.refund', { gated: true });
    const slack = await bot({
      tools: [tool],
      workspace: { httpTarget: `http://127.0.0.1:${port}/slack/events` },
      receive: { kind: 'http', signingSecret: 'local-signing-secret', host: '127.0.0.1', port },
    });
    const alice = slack.person('U0ALICE');
    const root = await alice.say(C, '<@U0COUNTER> !call shop.refund {}\n!step\n!say done');
    await alice.click(await cardIn(alice, root, 'approve'), 'approve');
    await saysIn(alice, root, 'done');
    expect(tool.runs).toHaveLength(1);
    expect(slack.slack.connections()).toEqual({ sockets: null, port });
  });
});
