import { z } from 'zod';
import type { ReplyBlock } from './reply-blocks.ts';

/** A step's state lives in the log and is sent with every later request; beyond this it costs more than it gives. */
const MAX_STATE_CHARS = 1_000_000;

const meta = z.record(z.string(), z.record(z.string(), z.json())).optional();
const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), chars: z.int().min(0), meta }),
  z.object({ kind: z.literal('reasoning'), text: z.string(), meta }),
  z.object({ kind: z.literal('call'), meta }),
  z.object({ kind: z.literal('provider-call'), id: z.string(), name: z.string(), input: z.json(), meta }),
  z.object({
    kind: z.literal('provider-result'),
    id: z.string(),
    name: z.string(),
    output: z.json(),
    isError: z.boolean(),
    meta,
  }),
]);
const state = z.object({ v: z.literal(1), model: z.string(), blocks: z.array(block) });

/** The state to keep with a step, or null when text and calls say it all. What is too long goes without search results. */
export function writeState(model: string, blocks: readonly ReplyBlock[]): string | null {
  const kept = blocks.filter((one) => one.kind !== 'reasoning' || mustBeSentBack(one, blocks));
  if (!kept.some((one) => one.meta !== undefined || one.kind.startsWith('provider-'))) return null;
  const whole = JSON.stringify({ v: 1, model, blocks: kept });
  if (whole.length <= MAX_STATE_CHARS) return whole;
  const ours = kept.filter(({ kind }) => kind !== 'provider-call' && kind !== 'provider-result');
  const short = JSON.stringify({ v: 1, model, blocks: ours });
  return short.length <= MAX_STATE_CHARS ? short : null;
}

/** The blocks this very model made; null for another model's, whose signatures this one would refuse. */
export function readState(model: string, text: string): readonly ReplyBlock[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = state.safeParse(value);
  return parsed.success && parsed.data.model === model ? parsed.data.blocks : null;
}

const PROOFS = ['signature', 'redactedData', 'reasoningEncryptedContent', 'thoughtSignature'] as const;

/** Reasoning is of use to the provider only with its proof; OpenAI gives it with the last part of an item. */
function mustBeSentBack(reasoning: ReplyBlock, blocks: readonly ReplyBlock[]): boolean {
  if (isProven(reasoning)) return true;
  const item = itemOf(reasoning);
  return item !== null && blocks.some((other) => itemOf(other) === item && isProven(other));
}

const isProven = ({ meta }: ReplyBlock): boolean =>
  Object.values(meta ?? {}).some((fields) => PROOFS.some((proof) => typeof fields[proof] === 'string'));

function itemOf({ kind, meta }: ReplyBlock): string | null {
  const item = kind === 'reasoning' ? meta?.['openai']?.['itemId'] : undefined;
  return typeof item === 'string' ? item : null;
}
