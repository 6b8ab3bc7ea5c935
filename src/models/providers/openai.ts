import { createHash } from 'node:crypto';
import { COMMON_MEDIA, type Provider, type ProviderAccess } from '../provider.ts';
import { FULL_KEYWORDS } from '../tools/tool-rules.ts';

const DEFAULT_ADDRESS = 'https://api.openai.com/v1';

/** OpenAI's Responses API, storing nothing there: reasoning comes back encrypted and is sent again. */
export function openai({ name, key, baseUrl }: ProviderAccess): Provider {
  return {
    kind: 'openai',
    async language() {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey: key, baseURL: baseUrl ?? DEFAULT_ADDRESS }).responses(name);
    },
    toolRules: {
      // `string_above_max_length`: tools[].function.description, maximum length 1024.
      maxDescription: 1_024,
      keywords: FULL_KEYWORDS,
      parameterName: null,
      types: 'many',
      references: 'shared',
      declaresCalledTools: false,
      searchBesideTools: true,
    },
    webSearch: { type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} },
    cacheMark: null,
    options: ({ cacheHint }, prefix) => ({
      store: false,
      ...(cacheHint === 'stable-prefix' ? { promptCacheKey: keyOf(prefix()) } : {}),
    }),
    mediaTypes: COMMON_MEDIA,
    refusedParams: ['conversation', 'previousResponseId', 'contextManagement'],
  };
}

/** Requests with one key go to the server that has their beginning; OpenAI takes up to 64 characters. */
const keyOf = (prefix: string): string =>
  `countersign-${createHash('sha256').update(prefix, 'utf8').digest('hex').slice(0, 32)}`;
