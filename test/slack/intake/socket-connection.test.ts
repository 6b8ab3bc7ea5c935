import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { silent } from '../../../src/ports/logger.ts';
import { makeSocketConnection } from '../../../src/slack/intake/socket-connection.ts';
import { fastTimers } from '../../support/slack/fast-timers.ts';
import { eventually } from '../../support/slack/people.ts';

/** Ten seconds of waiting for a hello pass in a tenth of one. */
const TIMES = 100;

/** A Slack that opens connections and says hello on all but the first ones. */
async function quietSlack(mute: number) {
  let opened = 0;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((_, response) => {
    const { port } = address();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, url: `ws://127.0.0.1:${port}/link` }));
  });
  const address = (): AddressInfo => {
    const found = server.address();
    if (found === null || typeof found === 'string') throw new Error('not listening');
    return found;
  };
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (link) => {
      opened += 1;
      if (opened > mute) link.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const link of sockets.clients) link.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${address().port}/api/`, opened: () => opened };
}

it('a connection on which Slack never says hello is given up and opened anew', async () => {
  const slack = await quietSlack(2);
  const connection = makeSocketConnection({
    appToken: 'xapp-test',
    slackApiUrl: slack.url,
    intake: async () => ({ kind: 'refuse' }),
    logger: silent,
    timers: fastTimers(TIMES),
    onChange: () => {},
  });
  onTestFinished(() => connection.stop());
  await connection.start();
  expect(connection.isUp()).toBe(false);
  await eventually('the connection', async () => connection.isUp());
  expect(slack.opened()).toBe(3);
});
