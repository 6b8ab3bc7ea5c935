import {
  type Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import type { z } from 'zod';
import type { Patience } from './patience.ts';

/** What became of a request that was handed to a connection. */
export type Reply<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  /** The server answered with an error of the protocol. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** It did not reach the server. `lost`: the connection is no use any more. */
  | { readonly kind: 'not-sent'; readonly lost: boolean }
  /** It may have reached the server, and no answer that can be read came back. */
  | { readonly kind: 'unanswered'; readonly code: string; readonly lost: boolean };

/** Not done: the server wants people to visit these pages first (MCP error -32042). */
export interface VisitFirst {
  readonly kind: 'visit-first';
  readonly pages: readonly unknown[];
}

/** However much progress a server reports and however long people take, a call ends. */
export const MAX_CALL_MS = 15 * 60 * 1000;
/** The SDK's own timer only stands behind ours, which knows when people are being waited for. */
const SDK_TIMEOUT_MS = MAX_CALL_MS + 60_000;

/** Sends one request and waits for its answer within bounds. Rejects only when `signal` fires, which cancels it. */
export async function send<Value>(
  client: Client,
  request: { readonly method: string; readonly params: Record<string, unknown> },
  schema: z.ZodType<Value>,
  { patience, signal }: { readonly patience: Patience; readonly signal: AbortSignal },
): Promise<Reply<Value> | VisitFirst> {
  signal.throwIfAborted();
  try {
    const value = await client.request(request, schema, {
      timeout: SDK_TIMEOUT_MS,
      // Asks for progress notifications; that they come is all we need of them.
      onprogress: () => patience.renew(),
      signal: AbortSignal.any([signal, patience.signal]),
    });
    return { kind: 'answered', value };
  } catch (error) {
    signal.throwIfAborted();
    if (patience.signal.aborted) return { kind: 'unanswered', code: SdkErrorCode.RequestTimeout, lost: false };
    return fateOf(error);
  }
}

function fateOf(error: unknown): Exclude<Reply<never>, { kind: 'answered' }> | VisitFirst {
  if (error instanceof UrlElicitationRequiredError) return { kind: 'visit-first', pages: error.elicitations };
  if (error instanceof ProtocolError) return { kind: 'rejected', reason: error.message };
  if (error instanceof SdkHttpError) return fateOfHttp(error.status);
  if (error instanceof SdkError) return fateOfSdk(error.code);
  const lost = true;
  if (codesOf(error).includes('ECONNREFUSED') || messageOf(error) === 'Not connected')
    return { kind: 'not-sent', lost };
  return { kind: 'unanswered', code: codesOf(error)[0] ?? 'connection-failed', lost };
}

/** 404: the server has forgotten the session (Streamable HTTP). 4xx: refused before it was looked at. */
function fateOfHttp(status: number): Exclude<Reply<never>, { kind: 'answered' }> {
  if (status === 404) return { kind: 'not-sent', lost: true };
  if (status >= 400 && status < 500) {
    return { kind: 'rejected', reason: `The server refused the request (HTTP ${status}).` };
  }
  return { kind: 'unanswered', code: `http-${status}`, lost: false };
}

function fateOfSdk(code: string): Exclude<Reply<never>, { kind: 'answered' }> {
  switch (code) {
    case SdkErrorCode.NotConnected:
      return { kind: 'not-sent', lost: true };
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.SendFailed:
      return { kind: 'unanswered', code, lost: true };
    default:
      return { kind: 'unanswered', code, lost: false };
  }
}

/** Of an error and its cause: fetch hides the system's code one level down. */
const codesOf = (error: unknown): readonly string[] =>
  [error, error instanceof Error ? error.cause : undefined].flatMap((one) =>
    one instanceof Error && 'code' in one && typeof one.code === 'string' ? [one.code] : [],
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
