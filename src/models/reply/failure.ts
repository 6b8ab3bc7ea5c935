import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { splitSecrets } from '../../domain/text/secrets.ts';
import { ModelFailure, type ModelFailureKind } from '../../ports/model.ts';

/** What went wrong with one attempt. */
export interface Trouble {
  readonly failure: ModelFailure;
  /** Whether another attempt may do better at once, or after `waitMs` where the provider named a time. */
  readonly again: boolean;
  readonly waitMs: number | null;
}

export const brokenReply = (what: string): ModelFailure => new ModelFailure('malformed', what, { retryable: true });
export const cutOff = (): ModelFailure =>
  new ModelFailure('interrupted', 'the reply broke off before its end', { retryable: true });
export const aborted = (): ModelFailure => new ModelFailure('aborted', 'the request was aborted', { retryable: false });

/** Kinds that pass by themselves. */
const PASSING: ReadonlySet<ModelFailureKind> = new Set(['rate-limited', 'overloaded', 'unreachable', 'interrupted']);

/**
 * Reads whatever the SDK threw or put into the stream. `started`: the loop has seen a part already, so the attempt
 * cannot be repeated and anything but nonsense counts as interrupted. The failure carries no cause: the SDK's errors
 * hold the whole request.
 */
export function troubleOf(error: unknown, provider: string, started: boolean): Trouble {
  if (error instanceof ModelFailure) return trouble(error, PASSING.has(error.kind));
  if (isNonsense(error)) return trouble(brokenReply(`${provider} sent something that is no reply`), false);
  if (InvalidResponseDataError.isInstance(error)) return trouble(cutOff(), true); // the SDK's word for an end without a finish
  if (started) return trouble(cutOff(), false);
  if (APICallError.isInstance(error)) return troubleOfCall(error, provider);
  const streamed = streamError.safeParse(error);
  if (streamed.success)
    return troubleOfStatus(streamed.data.statusCode, `${codeOf(streamed.data)}`, '', provider, null);
  if (isNetworkError(error)) return unreachable(provider, error);
  return trouble(
    new ModelFailure('rejected', `${provider}: the request could not be made`, { retryable: false }),
    false,
  );
}

const trouble = (failure: ModelFailure, again: boolean, waitMs: number | null = null): Trouble => ({
  failure,
  again,
  waitMs,
});

const isNonsense = (error: unknown): boolean =>
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  EmptyResponseBodyError.isInstance(error) ||
  (InvalidResponseDataError.isInstance(error) && error.data !== undefined) ||
  // The Anthropic adapter's words when the first chunk cannot be read.
  (error instanceof Error && error.message === 'Expected a normalized Anthropic stream error');

const streamError = z.object({
  message: z.string(),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  statusCode: z.number().optional(),
});
const errorBody = z.object({
  error: z.object({
    message: z.string().optional().catch(undefined),
    type: z.string().nullish().catch(undefined),
    status: z.string().optional().catch(undefined),
    code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  }),
});

function troubleOfCall(error: APICallError, provider: string): Trouble {
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error;
  if (status === undefined) return unreachable(provider, error.cause);
  if (status >= 200 && status < 300) return trouble(brokenReply(`${provider} sent something that is no reply`), false);
  const body = errorBody.safeParse(parsed(responseBody));
  const fields = body.success ? body.data.error : {};
  // Google answers 400 to a wrong key.
  const actual = responseBody.includes('API_KEY_INVALID') ? 401 : status;
  return troubleOfStatus(actual, codeOf(fields), fields.message ?? '', provider, retryAfterMs(responseHeaders));
}

function troubleOfStatus(
  status: number | undefined,
  code: string,
  message: string,
  provider: string,
  waitMs: number | null,
): Trouble {
  const kind = kindOfStatus(status);
  const spent = code.includes('insufficient_quota');
  const retryable = PASSING.has(kind) && !spent;
  // Only a refused request is told in the provider's words: without them nobody could mend it.
  const said = kind === 'rejected' && message !== '' ? `: ${harmless(message)}` : '';
  const what = `${provider} answered ${status ?? 'with an error'}${code === '' ? '' : ` (${code})`}${said}`;
  return trouble(new ModelFailure(kind, what, { retryable }), retryable, waitMs);
}

function kindOfStatus(status: number | undefined): ModelFailureKind {
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'rate-limited';
  if (status === undefined || status >= 500 || status === 408 || status === 409) return 'overloaded';
  return 'rejected';
}

const CODE = /^[\w.-]{1,60}$/;

const codeOf = (fields: { type?: unknown; status?: unknown; code?: unknown }): string =>
  [fields.type, fields.status, fields.code]
    .filter((code) => typeof code === 'string' && CODE.test(code))
    .filter((code, index, all) => all.indexOf(code) === index)
    .join(', ');

const MAX_SAID_CHARS = 300;

const harmless = (message: string): string =>
  splitSecrets(message.replace(/\s+/g, ' ').slice(0, MAX_SAID_CHARS))
    .map(({ kind, text }) => (kind === 'secret' ? '[secret]' : text))
    .join('');

const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && 'code' in error);

function unreachable(provider: string, cause: unknown): Trouble {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return trouble(new ModelFailure('unreachable', `${provider} cannot be reached${code}`, { retryable: true }), true);
}

/** Both spellings of Retry-After, and the finer header some providers send; null when there is none. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const fine = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (fine >= 0) return fine;
  const plain = headers['retry-after'];
  if (plain === undefined) return null;
  const seconds = Number(plain);
  const ms = Number.isNaN(seconds) ? Date.parse(plain) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
