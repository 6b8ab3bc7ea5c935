import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { z } from 'zod';
import type { StepStop, Usage } from '../../domain/event.ts';
import { brokenReply, cutOff } from './failure.ts';

export type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** Why the reply ended; throws for an end that is none. */
export function stopOf({ finishReason }: FinishPart, hasCalls: boolean): StepStop {
  switch (finishReason.unified) {
    case 'stop':
      return hasCalls ? 'tool-calls' : 'end';
    case 'tool-calls':
      return 'tool-calls';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content-filter';
    case 'interrupted':
      throw cutOff();
    case 'error':
      throw brokenReply(`the reply ended in an error${finishReason.raw === undefined ? '' : ` (${finishReason.raw})`}`);
    default:
      return 'other';
  }
}

export const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => ({
  inputTokens: tokens(inputTokens.total),
  outputTokens: tokens(outputTokens.total),
  cachedInputTokens: tokens(inputTokens.cacheRead),
});

export const sumOf = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
});

const tokens = (count: number | undefined): number =>
  count !== undefined && Number.isFinite(count) ? Math.max(0, Math.trunc(count)) : 0;

const grounding = z.object({
  groundingMetadata: z.object({
    webSearchQueries: z.array(z.unknown()).nullish(),
    groundingChunks: z.array(z.unknown()).nullish(),
  }),
});

/** Gemini 2 tells of its searches only here. */
export function searchedAccordingTo({ providerMetadata }: FinishPart): boolean {
  const read = grounding.safeParse(providerMetadata?.['google']);
  if (!read.success) return false;
  const { webSearchQueries, groundingChunks } = read.data.groundingMetadata;
  return (webSearchQueries ?? []).length > 0 || (groundingChunks ?? []).length > 0;
}
