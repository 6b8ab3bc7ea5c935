import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { Provider, ProviderAccess } from '../provider.ts';
import { FULL_KEYWORDS } from '../tools/tool-rules.ts';

/** Any server that speaks OpenAI's Chat Completions at `baseUrl`. What it has beyond that is not known, so not used. */
export function compatible({ name, key, baseUrl }: ProviderAccess & { readonly baseUrl: string }): Provider {
  const apiKey = key === '' ? {} : { apiKey: key };
  return {
    kind: 'compatible',
    language: createOpenAICompatible({ name: 'compatible', baseURL: baseUrl, includeUsage: true, ...apiKey }).chatModel(
      name,
    ),
    toolRules: {
      maxDescription: 1_024,
      keywords: FULL_KEYWORDS,
      parameterName: null,
      types: 'many',
      references: 'shared',
      declaresCalledTools: false,
      searchBesideTools: true,
    },
    webSearch: null,
    cacheMark: null,
    options: () => ({}),
    mediaTypes: new Set(),
    refusedParams: ['messages', 'tools', 'tool_choice', 'functions', 'plugins', 'stream', 'stream_options'],
  };
}
