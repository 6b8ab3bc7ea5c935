import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Receiver } from '@slack/bolt';
import type { Logger } from '../../ports/logger.ts';
import type { PageHandler } from '../install/install-routes.ts';
import { type Timers, within } from '../web/timers.ts';
import { readBody, readPayload } from './http-body.ts';
import type { Intake, Reply } from './intake.ts';
import { makeSignatureCheck } from './signature.ts';

export interface HttpReceiverParts {
  readonly signingSecret: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly intake: Intake;
  readonly logger: Logger;
  readonly timers: Timers;
  /** What browsers are shown on the same port; null: nothing. */
  readonly pages: PageHandler | null;
}

export interface HttpReceiver extends Receiver {
  /** Where it listens, once started. */
  port(): number;
}

/** One path for events, interactions, commands and options. */
const PATH = '/slack/events';
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
/** Slack gives up after three seconds; a later answer reaches nobody. */
const ANSWER_WITHIN_MS = 2_900;
/** After this, connections that will not end are cut. Bolt's own receiver can hang for ever after an oversized body. */
const CLOSE_TIMEOUT_MS = 2_000;
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** Receives over HTTP. Nothing of a body is looked at before its signature was found good. */
export function makeHttpReceiver(parts: HttpReceiverParts): HttpReceiver {
  const { logger, timers, intake } = parts;
  const signatures = makeSignatureCheck(parts.signingSecret, () => timers.now());
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (req, res) => {
      handle(req, res).catch(() => {
        logger.warn({}, 'a request from Slack could not be handled');
        if (!res.headersSent) answer(res, 500);
      });
    },
  );

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method === 'GET' && (await parts.pages?.(req, res)) === true) return;
    if (req.method !== 'POST' || req.url?.split('?')[0] !== PATH) return answer(res, 404);
    const read = await readBody(req, BODY_LIMIT_BYTES);
    if (read.kind === 'too-large') {
      res.setHeader('connection', 'close');
      return answer(res, 413);
    }
    const signature = single(req, 'x-slack-signature');
    const timestamp = single(req, 'x-slack-request-timestamp');
    const verdict = signatures.verify({ signature, timestamp, body: read.body });
    if (verdict !== 'valid' || signature === undefined) {
      logger.warn({ verdict }, 'a request was not signed by Slack');
      return answer(res, 401);
    }
    const payload = readPayload(req.headers['content-type'], read.body);
    if (payload.kind === 'unreadable') return answer(res, 400);
    if (payload.kind === 'ssl-check') return answer(res, 200);
    if (payload.payload['type'] === 'url_verification')
      return answer(res, 200, { challenge: payload.payload['challenge'] });
    const retry = Number(single(req, 'x-slack-retry-num') ?? 0);
    const received = { body: payload.payload, retry: Number.isSafeInteger(retry) ? retry : 0 };
    const reply = await within<Reply, Reply>(timers, ANSWER_WITHIN_MS, intake(received), { kind: 'refuse' });
    if (reply.kind === 'refuse') return answer(res, 500);
    signatures.spend(signature);
    return answer(res, 200, reply.payload);
  };

  return {
    init() {},
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(parts.port, parts.host, () => {
          server.removeListener('error', reject);
          resolve(undefined);
        });
      }),
    async stop() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      await within(timers, CLOSE_TIMEOUT_MS, closed, undefined);
      server.closeAllConnections();
    },
    port() {
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    },
  };
}

/** A header that came exactly once. */
function single(req: IncomingMessage, name: string): string | undefined {
  const values = req.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

function answer(res: ServerResponse, status: number, payload?: unknown): void {
  res.statusCode = status;
  if (payload === undefined) {
    res.end();
  } else if (typeof payload === 'string') {
    res.setHeader('content-type', 'text/plain; charset=utf-8').end(payload);
  } else {
    res.setHeader('content-type', 'application/json').end(JSON.stringify(payload));
  }
}
