import type { RawData, WebSocket } from 'ws';
import { isObject, type JsonObject, parseJson } from '../json.ts';

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

/** One Socket Mode connection. */
export interface SocketLink {
  readonly id: number;
  /** Whether new envelopes may go to it: open, and not told to go. */
  takesEnvelopes(): boolean;
  send(frame: JsonObject): void;
  /** Tells the app to reconnect; the connection goes a little later if the app does not close it. */
  dismiss(reason: DisconnectReason): void;
  /** Goes away without a word. */
  cut(): void;
  /** Stays open and never reads or answers again. */
  freeze(): void;
  /** The same, and nothing that is sent arrives: a peer that is gone without anybody having closed the connection. */
  silence(): void;
}

interface Handlers {
  readonly onFrame: (frame: JsonObject) => void;
  readonly onClose: () => void;
}

/** The SDK gives a connection up after 30 s without one. */
const PING_INTERVAL_MS = 10_000;
/** How long Slack's side stays open after a disconnect frame: long enough for late acks. */
const DISMISSED_LIFE_MS = 10_000;

export function makeSocketLink(id: number, socket: WebSocket, handlers: Handlers): SocketLink {
  let state: 'open' | 'dismissed' | 'frozen' | 'silent' = 'open';
  const pings = setInterval(() => {
    if (state !== 'frozen' && state !== 'silent' && socket.readyState === socket.OPEN) socket.ping();
  }, PING_INTERVAL_MS);
  pings.unref();

  socket.on('message', (data: RawData) => {
    const parsed = parseJson(textOf(data));
    if (parsed && isObject(parsed.value)) handlers.onFrame(parsed.value);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(pings);
    handlers.onClose();
  });

  const send = (frame: JsonObject) => {
    if (state !== 'silent' && socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
  };
  return {
    id,
    takesEnvelopes: () => state !== 'dismissed' && socket.readyState === socket.OPEN,
    send,
    dismiss(reason) {
      send({ type: 'disconnect', reason, debug_info: { host: `local-${id}` } });
      state = 'dismissed';
      setTimeout(() => socket.terminate(), DISMISSED_LIFE_MS).unref();
    },
    cut: () => socket.terminate(),
    freeze() {
      state = 'frozen';
      socket.pause();
    },
    silence() {
      state = 'silent';
      socket.pause();
    },
  };
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
