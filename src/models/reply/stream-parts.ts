import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelFailure } from '../../ports/model.ts';
import { aborted } from './failure.ts';

/** A model may think for minutes, but its connection is not silent as long: providers send pings. */
const MAX_SILENCE_MS = 300_000;

/**
 * The parts of one provider response. Ends soon when the signal aborts or the provider falls silent, whatever the SDK
 * does; leaving the loop early ends the request.
 */
export async function* streamParts(
  language: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  signal: AbortSignal,
  maxSilenceMs: number = MAX_SILENCE_MS,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const own = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting when it rejects.
  over.catch(() => {});
  const end = (why: ModelFailure): void => {
    reject(why);
    own.abort();
  };
  const onAbort = (): void => end(aborted());
  const silence = setTimeout(() => end(tooSilent()), maxSilenceMs);
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    const { stream } = await Promise.race([over, language.doStream({ ...options, abortSignal: own.signal })]);
    reader = stream.getReader();
    for (;;) {
      const { done, value } = await Promise.race([over, reader.read()]);
      if (done) return;
      silence.refresh();
      yield value;
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', onAbort);
    own.abort();
    reader?.cancel().catch(() => {});
  }
}

const tooSilent = (): ModelFailure => new ModelFailure('interrupted', 'the provider fell silent', { retryable: true });
