import type { StepStop, Usage } from '../../domain/event.ts';
import { ModelFailure, type ModelPart, type ModelRequest } from '../../ports/model.ts';
import { withAbortGrace } from '../abort.ts';
import { type Ending, failed, stopped } from '../ending.ts';
import { watchDeltas } from '../hooks/delta-hooks.ts';
import { MAX_CALLS_READ, MAX_STEP_TEXT } from '../limits.ts';
import type { Turn } from '../turn-state.ts';
import type { PreparedStep } from './prepare-step.ts';

export type RawCall = Extract<ModelPart, { type: 'tool-call' }>;

/** One complete reply, not yet accepted. Calls the provider answered itself are not among the calls. */
export interface Reply {
  readonly kind: 'reply';
  readonly text: string;
  readonly calls: readonly RawCall[];
  readonly stop: StepStop;
  readonly usage: Usage;
  readonly grounded: boolean;
  readonly providerState: string | null;
}

/** Asks the model and reads its reply to the end, forwarding text as it arrives. Nothing of a broken reply is kept. */
export async function readStep(turn: Turn, { request }: PreparedStep): Promise<Reply | Ending> {
  const { signal } = turn.options;
  if (signal.aborted) return stopped;
  try {
    const reply = await withAbortGrace(turn.options, (abandoned) => read(turn, request, abandoned));
    if (signal.aborted || reply === 'abandoned') return stopped;
    if (reply.kind === 'reply') account(turn, reply);
    return reply;
  } catch (error) {
    return signal.aborted ? stopped : modelFailed(error);
  }
}

async function read(turn: Turn, request: ModelRequest, abandoned: () => boolean): Promise<Reply | Ending> {
  const watch = watchDeltas(turn);
  const texts: string[] = [];
  const calls: RawCall[] = [];
  const answered = new Set<string>();
  const sources: { url: string; title: string | null }[] = [];
  let length = 0;
  for await (const part of turn.model.stream(request, turn.options.signal)) {
    if (abandoned()) return stopped;
    switch (part.type) {
      case 'text': {
        const halt = watch.text(part.delta);
        if (halt !== null) return halt;
        length += part.delta.length;
        if (length > MAX_STEP_TEXT) return tooMuch('text');
        texts.push(part.delta);
        turn.forward({ kind: 'text', delta: part.delta });
        break;
      }
      case 'tool-call-delta': {
        const halt = watch.toolCall(part);
        if (halt !== null) return halt;
        break;
      }
      case 'tool-call':
        if (calls.length === MAX_CALLS_READ) return tooMuch('tool calls');
        calls.push(part);
        break;
      case 'provider-tool-result':
        answered.add(part.providerCallId);
        break;
      case 'source':
        if (sources.length < MAX_CALLS_READ) sources.push({ url: part.url, title: part.title });
        break;
      case 'reasoning':
        break;
      case 'finish': {
        if (sources.length > 0) turn.forward({ kind: 'sources', sources });
        const { stop, usage, grounded, providerState } = part;
        const ours = calls.filter((call) => !answered.has(call.providerCallId));
        return { kind: 'reply', text: texts.join(''), calls: ours, stop, usage, grounded, providerState };
      }
    }
  }
  return failed('model', 'The reply ended before it was finished.', [], true);
}

function account(turn: Turn, { usage, stop, grounded }: Reply): void {
  turn.usage = {
    inputTokens: turn.usage.inputTokens + usage.inputTokens,
    outputTokens: turn.usage.outputTokens + usage.outputTokens,
    cachedInputTokens: turn.usage.cachedInputTokens + usage.cachedInputTokens,
  };
  turn.stop = stop;
  if (!grounded) return;
  turn.grounded = true;
  turn.taint ??= { kind: 'web-search' };
}

const tooMuch = (what: string): Ending => failed('model', `The reply held more ${what} than any answer needs.`);

function modelFailed(error: unknown): Ending {
  if (error instanceof ModelFailure)
    return failed('model', `${error.kind}: ${error.message}`, [error], error.retryable);
  return failed('model', 'The model adapter threw.', [error]);
}
