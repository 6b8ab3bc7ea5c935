import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Ids } from '../ids.ts';
import { isObject, type JsonObject, textAt } from '../json.ts';
import { type Mischief, makeMischief } from './mischief.ts';
import { type DisconnectReason, makeSocketLink, type SocketLink } from './socket-link.ts';
import type { Answer, Transport } from './transport.ts';

/** Socket Mode: the app connects to us, each envelope goes to one of its connections. */
export interface SocketHub extends Transport {
  readonly mischief: Mischief;
  /** A one-time key for a new connection, part of the URL of apps.connections.open. */
  issueTicket(): string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  dismissAll(reason: DisconnectReason): void;
  cutAll(): void;
  freezeAll(): void;
  connections(): number;
}

export interface SocketHubParts {
  readonly ids: Ids;
  readonly ackDeadlineMs: number;
  readonly onOpen: () => void;
}

/** Slack allows an app ten connections at once. */
export const SOCKET_LIMIT = 10;
/** Tickets that nobody used are forgotten. */
const KEPT_TICKETS = 100;
/** What Slack says about how long a connection lasts, in seconds. */
const CONNECTION_TIME_S = 3_600;

interface Unacked {
  readonly links: Set<SocketLink>;
  readonly settle: (answer: Answer) => void;
}

export function makeSocketHub({ ids, ackDeadlineMs, onOpen }: SocketHubParts): SocketHub {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const links = new Set<SocketLink>();
  const unacked = new Map<string, Unacked>();
  const mischief = makeMischief();
  let opened = 0;
  let turn = 0;

  function welcome(socket: WebSocket): void {
    opened += 1;
    const link = makeSocketLink(opened, socket, {
      onFrame: settleAck,
      onClose: () => {
        links.delete(link);
        for (const waiting of unacked.values()) forgetLink(waiting, link);
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

  function settleAck(frame: JsonObject): void {
    const waiting = unacked.get(textAt(frame, 'envelope_id') ?? '');
    const body = frame['payload'];
    waiting?.settle({ kind: 'answered', body: isObject(body) ? body : undefined });
  }

  function forgetLink(waiting: Unacked, link: SocketLink): void {
    if (waiting.links.delete(link) && waiting.links.size === 0) {
      waiting.settle({ kind: 'unanswered', reason: 'connection_closed' });
    }
  }

  /** Slack chooses a connection as it likes; taking turns shows an app that relies on one. */
  function chooseLink(): SocketLink | undefined {
    const able = [...links].filter((link) => link.takesEnvelopes());
    turn += 1;
    return able[turn % Math.max(able.length, 1)];
  }

  function send(envelope: JsonObject): Promise<Answer> {
    return new Promise((resolve) => {
      const envelopeIds: string[] = [];
      const waiting: Unacked = {
        links: new Set(),
        settle(answer) {
          for (const id of envelopeIds) unacked.delete(id);
          clearTimeout(deadline);
          resolve(answer);
        },
      };
      let deadline: NodeJS.Timeout | undefined;
      mischief.pass(() => {
        const link = chooseLink();
        if (!link) {
          waiting.settle({ kind: 'unanswered', reason: 'no_connection' });
          return;
        }
        const envelopeId = `${ids.hex(8)}-${ids.hex(4)}-4${ids.hex(3)}-a${ids.hex(3)}-${ids.hex(12)}`;
        envelopeIds.push(envelopeId);
        unacked.set(envelopeId, waiting);
        waiting.links.add(link);
        deadline ??= setTimeout(() => waiting.settle({ kind: 'unanswered', reason: 'timeout' }), ackDeadlineMs);
        link.send({ envelope_id: envelopeId, ...envelope });
      });
    });
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
      const answer = await send({
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
      const answer = await send({ type: kind, accepts_response_payload: mayCarryAnswer, payload });
      return answer.kind === 'answered' && !mayCarryAnswer ? { kind: 'answered', body: undefined } : answer;
    },
    dismissAll(reason) {
      for (const link of links) link.dismiss(reason);
    },
    cutAll() {
      for (const link of links) link.cut();
    },
    freezeAll() {
      for (const link of links) link.freeze();
    },
    connections: () => links.size,
    async close() {
      mischief.clear();
      for (const link of links) link.cut();
      for (const waiting of [...unacked.values()]) waiting.settle({ kind: 'unanswered', reason: 'workspace_closed' });
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
