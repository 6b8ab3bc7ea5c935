import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBody } from '../http/body.ts';
import { jsonReply, type Reply, textReply } from '../http/reply.ts';
import { type RouteRequest, route } from '../http/routes.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import type { Workspace } from '../workspace.ts';
import { type ApiAnswer, type ApiRequest, dispatch } from './dispatch.ts';
import type { FaultEffect } from './faults.ts';
import type { Outcome } from './outcome.ts';

/** Larger than any call that Slack accepts. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
/** Arguments that are secrets and stay out of the log of calls. */
const SECRET_ARGS = new Set(['token', 'client_secret', 'refresh_token']);

/** `/api/<method>`, and every call it receives in the log of calls. */
export function apiRoutes(workspace: Workspace) {
  const handle = (at: RouteRequest) => answerCall(workspace, at);
  return [route('POST /api/:method', handle), route('GET /api/:method', handle)];
}

async function answerCall(
  workspace: Workspace,
  { request, response, url, path }: RouteRequest,
): Promise<Reply | undefined> {
  const body = await readBody(request, BODY_LIMIT_BYTES);
  const method = path('method');
  if (body.kind === 'too-large') return textReply(413, 'Request Entity Too Large');
  const args = readArgs(request.headers['content-type'] ?? '', body.bytes.toString('utf8'), url.searchParams);
  const call: ApiRequest = { method, args: args ?? {}, token: tokenOf(request, args ?? {}) };
  const log = (status: number, error?: string) => {
    const at = workspace.clock.now();
    workspace.calls.add({
      at,
      method,
      args: withoutSecrets(call.args),
      status,
      ...(error === undefined ? {} : { error }),
    });
  };
  const drop = (): undefined => {
    log(0);
    response.destroy();
  };

  if (args === undefined) {
    log(200, 'invalid_json');
    return jsonReply({ ok: false, error: 'invalid_json' });
  }
  const fault = workspace.faults.take(method, withoutSecrets(args));
  if (fault) {
    const instead = await answerInstead(fault);
    if (instead === 'drop') return drop();
    if (instead) {
      log(instead.status, instead.error);
      return instead.reply;
    }
  }
  const answer = dispatch(workspace, call);
  if (fault?.kind === 'drop-after-accept') return drop();
  const reply = replyOf(workspace, answer);
  log(reply.status, errorOf(answer));
  return reply;
}

/** What a fault puts in the place of the real answer; `undefined` where the call is done all the same. */
async function answerInstead(
  fault: FaultEffect,
): Promise<{ readonly status: number; readonly error?: string; readonly reply: Reply } | 'drop' | undefined> {
  switch (fault.kind) {
    case 'error':
      return { status: 200, error: fault.code, reply: jsonReply({ ok: false, error: fault.code }) };
    case 'http':
      return { status: fault.status, reply: textReply(fault.status, `HTTP ${fault.status}`) };
    case 'ratelimit':
      return { status: 429, error: 'ratelimited', reply: ratelimited(fault.seconds) };
    case 'html':
      return { status: 200, reply: textReply(200, '<html><body>Slack is down</body></html>', 'text/html') };
    case 'garbage':
      return { status: 200, reply: textReply(200, '{"ok":tru', 'application/json; charset=utf-8') };
    case 'hang':
      await sleep(fault.ms, undefined, { ref: false });
      return 'drop';
    case 'slow':
      await sleep(fault.ms, undefined, { ref: false });
      return undefined;
    case 'drop-before':
      return 'drop';
    case 'drop-after-accept':
      return undefined;
  }
}

function replyOf(workspace: Workspace, answer: ApiAnswer): Reply {
  if (answer.kind === 'ratelimited') return ratelimited(answer.retryAfterSeconds);
  const headers = {
    'x-oauth-scopes': [...workspace.manifest.botScopes].join(','),
    'x-slack-req-id': workspace.ids.hex(32),
  };
  return jsonReply(outcomeBody(answer.outcome), 200, headers);
}

function outcomeBody(outcome: Outcome): JsonObject {
  return outcome.kind === 'ok' ? { ok: true, ...outcome.body } : { ok: false, error: outcome.error, ...outcome.extra };
}

function errorOf(answer: ApiAnswer): string | undefined {
  if (answer.kind === 'ratelimited') return 'ratelimited';
  return answer.outcome.kind === 'refused' ? answer.outcome.error : undefined;
}

/** Without `seconds` the Retry-After header is missing, as Slack's edge has been seen to do. */
function ratelimited(seconds: number | undefined): Reply {
  return jsonReply(
    { ok: false, error: 'ratelimited' },
    429,
    seconds === undefined ? {} : { 'retry-after': String(seconds) },
  );
}

/** Arguments of a form, a JSON body or the query; `undefined` where a JSON body is not an object. */
function readArgs(contentType: string, body: string, query: URLSearchParams): JsonObject | undefined {
  const fromQuery = Object.fromEntries(query);
  if (!contentType.startsWith('application/json'))
    return { ...fromQuery, ...Object.fromEntries(new URLSearchParams(body)) };
  const parsed = parseJson(body === '' ? '{}' : body);
  return parsed && isObject(parsed.value) ? { ...fromQuery, ...parsed.value } : undefined;
}

function tokenOf(request: IncomingMessage, args: JsonObject): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const argument = args['token'];
  return bearer ?? (typeof argument === 'string' ? argument : undefined);
}

function withoutSecrets(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !SECRET_ARGS.has(key)));
}
