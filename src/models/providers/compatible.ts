import type { Provider, ProviderAccess } from '../provider.ts';
import { FULL_KEYWORDS } from '../tools/tool-rules.ts';

/** Any server that speaks OpenAI's Chat Completions at `baseUrl`. What it has beyond that is not known, so not used. */
export function compatible({ name, key, baseUrl }: ProviderAccess & { readonly baseUrl: string }): Provider {
  const apiKey = key === '' ? {} : { apiKey: key };
  return {
    kind: 'compatible',
    async language() {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const made = createOpenAICompatible({ name: 'compatible', baseURL: baseUrl, includeUsage: true, ...apiKey });
      return made.chatModel(name);
    },
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
