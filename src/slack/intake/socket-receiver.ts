import type { Receiver } from '@slack/bolt';
import { makeSocketConnection, type SocketParts } from './socket-connection.ts';

/** With two, a refresh of one leaves the other to take clicks; Slack allows ten and sends each payload to one. */
const CONNECTIONS = 2;

export interface SocketReceiver extends Receiver {
  /** How many connections are up; 0 means that clicks show people a warning. */
  connections(): number;
}

/** Receives over Socket Mode. Bolt only routes: what comes in goes to `intake`, which hands it on. */
export function makeSocketReceiver(parts: Omit<SocketParts, 'onChange'>): SocketReceiver {
  const { logger } = parts;
  const connections = () => sockets.filter((socket) => socket.isUp()).length;
  const onChange = (): void => {
    const up = connections();
    if (up === 0) logger.error({ connections: up }, 'no Slack socket is up');
    else logger.info({ connections: up }, 'Slack sockets changed');
  };
  const sockets = Array.from({ length: CONNECTIONS }, () => makeSocketConnection({ ...parts, onChange }));
  return {
    init() {},
    async start() {
      // One after the other, so that Slack does not refresh both at the same moment later.
      for (const socket of sockets) await socket.start();
    },
    async stop() {
      await Promise.all(sockets.map((socket) => socket.stop()));
    },
    connections,
  };
}
