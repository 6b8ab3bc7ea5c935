import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { isObject, type JsonObject, parseJson } from '../../../../src/local-slack/server/json.ts';
import { api } from './api.ts';
import { until } from './workspace.ts';

export interface RawSocket {
  readonly socket: WebSocket;
  /** Every frame so far. */
  readonly frames: JsonObject[];
  /** The frames that are envelopes. */
  envelopes(): readonly JsonObject[];
  /** The next envelope after those already asked for. */
  nextEnvelope(): Promise<JsonObject>;
  ack(envelope: JsonObject, payload?: JsonObject): void;
}

/** A Socket Mode connection without an SDK, that acks only what it is told to. */
export async function openSocket(workspace: { readonly url: string }): Promise<RawSocket> {
  const opened = await api(workspace, 'apps.connections.open', {}, 'xapp-local');
  const socket = new WebSocket(String(opened['url']));
  const frames: JsonObject[] = [];
  socket.on('message', (data) => {
    const parsed = parseJson(Buffer.isBuffer(data) ? data.toString('utf8') : '');
    if (parsed && isObject(parsed.value)) frames.push(parsed.value);
  });
  onTestFinished(() => socket.terminate());
  await until(() => frames[0]);
  let seen = 0;
  const envelopes = () => frames.filter((frame) => frame['envelope_id'] !== undefined);
  return {
    socket,
    frames,
    envelopes,
    nextEnvelope() {
      seen += 1;
      return until(() => envelopes()[seen - 1]);
    },
    ack: (envelope, payload) => socket.send(JSON.stringify({ envelope_id: envelope['envelope_id'], payload })),
  };
}

/** The event inside an events_api envelope, with the outer event_id beside it. */
export function eventIn(envelope: JsonObject): JsonObject {
  const payload = envelope['payload'];
  const event = isObject(payload) ? payload['event'] : undefined;
  return isObject(payload) && isObject(event) ? { ...event, event_id: payload['event_id'] } : {};
}
