import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Ids } from '../ids.ts';
import { textAt } from '../json.ts';
import { makeAckDesk } from './ack-desk.ts';
import { type Mischief, makeMischief } from './mischief.ts';
import { type DisconnectReason, makeSocketLink, type SocketLink } from './socket-link.ts';
import type { Transport } from './transport.ts';

/** Socket Mode: the app connects to us, each envelope goes to one of its connections. */
export interface SocketHub extends Transport {
  readonly mischief: Mischief;
  /** A one-time key for a new connection, part of the URL of apps.connections.open. */
  issueTicket(): string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  dismissAll(reason: DisconnectReason): void;
  dismissOne(reason: DisconnectReason): void;
  cutAll(): void;
  freezeAll(): void;
  silenceAll(): void;
  connections(): number;
}

export interface SocketHubParts {
  readonly ids: Ids;
  readonly ackDeadlineMs: number;
  readonly onOpen: () => void;
}

/** Slack allows an app ten connections at once. */
const SOCKET_LIMIT = 10;
/** An ack with a view of 250 kB, escaped, with room to spare. */
const FRAME_LIMIT_BYTES = 4 * 1024 * 1024;
/** Tickets that nobody used are forgotten. */
const KEPT_TICKETS = 100;
/** What Slack says about how long a connection lasts, in seconds. */
const CONNECTION_TIME_S = 3_600;

export function makeSocketHub({ ids, ackDeadlineMs, onOpen }: SocketHubParts): SocketHub {
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_LIMIT_BYTES });
  const tickets = new Set<string>();
  const links = new Set<SocketLink>();
  const mischief = makeMischief();
  const desk = makeAckDesk({ ids, mischief, ackDeadlineMs, chooseLink });
  let opened = 0;
  let turn = 0;

  function welcome(socket: WebSocket): void {
    opened += 1;
    const link = makeSocketLink(opened, socket, {
      onFrame: (frame) => desk.ack(frame),
      onClose: () => {
        links.delete(link);
        desk.forget(link);
      },
    });
    links.add(link);
    if ([...links].filter((one) => one.takesEnvelopes()).length > SOCKET_LIMIT) {
      link.dismiss('too_many_websockets');
      return;
    }
    link.send({
      type: 'hello',
      num_connections: links.size,
      debug_info: { host: `local-${opened}`, build_number: 1, approximate_connection_time: CONNECTION_TIME_S },
      connection_info: { app_id: 'A0COUNTER' },
    });
    onOpen();
  }

  /** Slack chooses a connection as it likes; taking turns shows an app that relies on one. */
  function chooseLink(): SocketLink | undefined {
    const able = [...links].filter((link) => link.takesEnvelopes());
    turn += 1;
    return able[turn % Math.max(able.length, 1)];
  }

  return {
    mischief,
    issueTicket() {
      const ticket = ids.hex(32);
      tickets.add(ticket);
      const oldest = tickets.values().next();
      if (tickets.size > KEPT_TICKETS && !oldest.done) tickets.delete(oldest.value);
      return ticket;
    },
    upgrade(request, socket, head) {
      const ticket = new URL(request.url ?? '/', 'http://localhost').searchParams.get('ticket') ?? '';
      if (!tickets.delete(ticket)) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, welcome);
    },
    async deliverEvent(payload, retry) {
      const answer = await desk.send({
        type: 'events_api',
        accepts_response_payload: false,
        payload,
        retry_attempt: retry?.num ?? 0,
        retry_reason: retry?.reason ?? '',
      });
      if (answer.kind === 'answered') return { kind: 'acked' };
      if (answer.reason === 'no_connection') return { kind: 'unreachable' };
      const reason = answer.reason === 'timeout' ? 'http_timeout' : 'connection_failed';
      return { kind: 'failed', reason, mayRetry: true };
    },
    async ask(kind, payload) {
      const mayCarryAnswer = textAt(payload, 'type') !== 'block_actions';
      const answer = await desk.send({ type: kind, accepts_response_payload: mayCarryAnswer, payload });
      return answer.kind === 'answered' && !mayCarryAnswer ? { kind: 'answered', body: undefined } : answer;
    },
    dismissAll(reason) {
      for (const link of links) link.dismiss(reason);
    },
    dismissOne(reason) {
      [...links].find((link) => link.takesEnvelopes())?.dismiss(reason);
    },
    cutAll() {
      for (const link of links) link.cut();
    },
    freezeAll() {
      for (const link of links) link.freeze();
    },
    silenceAll() {
      for (const link of links) link.silence();
    },
    connections: () => links.size,
    async close() {
      mischief.clear();
      for (const link of links) link.cut();
      desk.giveUp();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
