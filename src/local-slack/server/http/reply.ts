import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../json.ts';

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export function jsonReply(body: JsonObject, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body), headers };
}

/** The people's and the control side's way to say no. */
export function problem(status: number, error: string, facts: JsonObject = {}): Reply {
  return jsonReply({ ok: false, error, ...facts }, status);
}

export function textReply(status: number, body: string, type = 'text/plain; charset=utf-8'): Reply {
  return { status, type, body };
}

export function send(response: ServerResponse, { status, type, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
  response.end(body);
}
