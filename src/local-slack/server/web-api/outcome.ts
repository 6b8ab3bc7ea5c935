import type { JsonObject } from '../json.ts';

/** What a method answers: both arrive with HTTP status 200, as Slack has it. */
export type Outcome =
  | { readonly kind: 'ok'; readonly body: JsonObject }
  | { readonly kind: 'refused'; readonly error: string; readonly extra: JsonObject };

export function ok(body: JsonObject = {}): Outcome {
  return { kind: 'ok', body };
}

/** `messages` go to response_metadata; for block errors also to `errors`, as Slack answers them. */
export function refused(error: string, messages: readonly string[] = []): Outcome {
  if (messages.length === 0) return { kind: 'refused', error, extra: {} };
  const errors = messages.map((message) => message.replace(/^\[ERROR\] /, ''));
  return { kind: 'refused', error, extra: { errors, response_metadata: { messages } } };
}
