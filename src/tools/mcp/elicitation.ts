import { z } from 'zod';
import { readArguments } from '../../domain/canonical-json.ts';
import type { ElicitationAsk } from '../../domain/elicitation.ts';
import type { Elicitor, PersonsAnswer } from '../../ports/elicitor.ts';
import type { Logger } from '../../ports/logger.ts';
import { compileSchema } from '../json-schema-validator.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { formSchemaOf } from './elicited-form.ts';

/** What a card can show of a server's words. */
const MAX_MESSAGE_CHARS = 2_000;
const MAX_URL_CHARS = 2_048;

const request = z.union([
  z.object({ mode: z.literal('url'), message: z.string(), url: z.string().max(MAX_URL_CHARS) }),
  z.object({ mode: z.literal('form').optional(), message: z.string(), requestedSchema: z.unknown() }),
]);
const content = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** `elicitation/create` as the protocol wants it answered. */
export type ElicitResult =
  | { readonly action: 'accept'; readonly content?: z.output<typeof content> }
  | { readonly action: 'decline' | 'cancel' };

export interface ElicitationDeps {
  readonly server: string;
  readonly calls: CallsInFlight;
  /** Absent: there is nobody to ask. */
  readonly elicitor: Elicitor | null;
  readonly logger: Logger;
}

const CANCEL: ElicitResult = { action: 'cancel' };

/**
 * Answers a server that asks people something. It is asked only on behalf of a running call, and only what people can
 * be shown: a flat form or an http(s) address. Everything else is cancelled, which to MCP means that nobody chose.
 */
export async function answerServer(params: unknown, deps: ElicitationDeps): Promise<ElicitResult> {
  const { server, calls, elicitor, logger } = deps;
  const question = questionOf(params);
  const asking = calls.asking();
  if (elicitor === null || question === null || asking === null) {
    const why = elicitor === null ? 'nobody-to-ask' : question === null ? 'unusable' : 'no-single-call';
    logger.warn({ server, code: why }, 'a question of an MCP server was cancelled');
    return CANCEL;
  }
  const answer = await asking.patience.during(elicitor.ask(asking.call, { server, ...question }));
  return resultOf(answer, question.ask);
}

/** Pages of one refusal; more is a server that does not want to be called. */
const MAX_PAGES = 3;

/**
 * A call the server refused because people have to visit pages first. They are asked one after the other; the call is
 * not repeated here, because it may need another look by then.
 */
export async function visitFirst(
  pages: readonly unknown[],
  deps: ElicitationDeps,
): Promise<{ readonly kind: 'rejected'; readonly reason: string }> {
  for (const page of pages.slice(0, MAX_PAGES)) {
    const { action } = await answerServer(page, deps);
    if (action !== 'accept') {
      return {
        kind: 'rejected',
        reason: 'The server wants a page visited first, and nobody did. The call was not made.',
      };
    }
  }
  const reason = 'The server wanted a page visited first. A person says that they did: call it again.';
  return { kind: 'rejected', reason };
}

function questionOf(params: unknown): { readonly message: string; readonly ask: ElicitationAsk } | null {
  const read = request.safeParse(params);
  if (!read.success) return null;
  const message = read.data.message.toWellFormed().slice(0, MAX_MESSAGE_CHARS).toWellFormed();
  if (read.data.mode === 'url') {
    const url = URL.parse(read.data.url);
    if (url === null || !/^https?:$/.test(url.protocol)) return null;
    return { message, ask: { kind: 'link', url: url.href } };
  }
  const schemaJson = formSchemaOf(read.data.requestedSchema);
  return schemaJson === null ? null : { message, ask: { kind: 'form', schemaJson } };
}

/** What was entered is held against the schema once more: the answer comes from a log, by way of other processes. */
function resultOf(answer: PersonsAnswer, ask: ElicitationAsk): ElicitResult {
  if (answer.kind !== 'accept') return { action: answer.kind };
  if (ask.kind === 'link') return { action: 'accept' };
  const read = content.safeParse(answer.content);
  const schema = readArguments(ask.schemaJson);
  const compiled = schema.kind === 'read' ? compileSchema(schema.value) : null;
  const fits = compiled?.kind === 'compiled' && compiled.errorsOf(answer.content).length === 0;
  return read.success && fits ? { action: 'accept', content: read.data } : CANCEL;
}
