import { COMMON_MEDIA, type Provider, type ProviderAccess } from '../provider.ts';
import { GOOGLE_KEYWORDS } from '../tools/tool-rules.ts';

const DEFAULT_ADDRESS = 'https://generativelanguage.googleapis.com/v1beta';

/** Up to Gemini 2 a request has function tools or the search, not both. */
const SEARCHES_ALONE = /gemini-[12](?:\.|-|$)/;

/** Google's Gemini API. */
export function google({ name, key, baseUrl }: ProviderAccess): Provider {
  return {
    kind: 'google',
    async language() {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey: key, baseURL: baseUrl ?? DEFAULT_ADDRESS }).languageModel(name);
    },
    toolRules: {
      maxDescription: Number.POSITIVE_INFINITY,
      keywords: GOOGLE_KEYWORDS,
      parameterName: null,
      types: 'one',
      references: 'written-out',
      declaresCalledTools: false,
      searchBesideTools: !SEARCHES_ALONE.test(name),
    },
    webSearch: { type: 'provider', id: 'google.google_search', name: 'google_search', args: {} },
    cacheMark: null,
    options: () => ({}),
    mediaTypes: new Set([...COMMON_MEDIA].filter((type) => type !== 'image/gif')),
    refusedParams: ['cachedContent'],
  };
}
