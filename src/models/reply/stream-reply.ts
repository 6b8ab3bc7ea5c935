import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, SharedV4Warning } from '@ai-sdk/provider';
import type { Usage } from '../../domain/event.ts';
import type { ModelPart } from '../../ports/model.ts';
import { contentOf, type Spelling } from '../prompt/assistant-content.ts';
import { writeState } from '../prompt/provider-state.ts';
import type { Offer } from '../tools/offer.ts';
import { cutOff } from './failure.ts';
import { type FinishPart, searchedAccordingTo, stopOf, sumOf, usageOf } from './finish.ts';
import { ReplyReader } from './read-reply.ts';

/** Anthropic pauses a reply that searches for long; it goes on when it is sent back what it said. */
const MAX_CONTINUATIONS = 5;

export interface Ask {
  readonly options: LanguageModelV4CallOptions;
  readonly byWireName: Offer['byWireName'];
  readonly spelling: Spelling;
  readonly open: (options: LanguageModelV4CallOptions) => AsyncIterable<LanguageModelV4StreamPart>;
  readonly onWarnings: (warnings: readonly SharedV4Warning[]) => void;
}

/** One whole reply as the loop reads it, over as many responses as the provider needs for it. */
export async function* streamReply(ask: Ask): AsyncGenerator<ModelPart> {
  const { options, spelling } = ask;
  const reader = new ReplyReader(ask.byWireName);
  let usage: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
  let { prompt } = options;
  for (let continuations = 0; ; continuations += 1) {
    const finish = yield* readResponse(ask, { ...options, prompt }, reader);
    usage = sumOf(usage, usageOf(finish.usage));
    const stop = stopOf(finish, reader.ownCalls > 0);
    const paused = finish.finishReason.raw === 'pause_turn' && reader.ownCalls === 0;
    if (!paused || continuations === MAX_CONTINUATIONS) {
      yield {
        type: 'finish',
        stop: paused ? 'other' : stop,
        usage,
        grounded: reader.grounded || searchedAccordingTo(finish),
        providerState: writeState(spelling.model, reader.blocks),
      };
      return;
    }
    const said = contentOf(reader.blocks, reader.text, [], spelling);
    prompt = [...options.prompt, { role: 'assistant', content: [...said] }];
  }
}

async function* readResponse(
  { open, onWarnings }: Ask,
  options: LanguageModelV4CallOptions,
  reader: ReplyReader,
): AsyncGenerator<ModelPart, FinishPart> {
  for await (const part of open(options)) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') return part;
    if (part.type === 'stream-start') onWarnings(part.warnings);
    yield* reader.read(part);
  }
  throw cutOff();
}
