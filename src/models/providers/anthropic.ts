import { COMMON_MEDIA, type Provider, type ProviderAccess } from '../provider.ts';
import { FULL_KEYWORDS } from '../tools/tool-rules.ts';

const DEFAULT_ADDRESS = 'https://api.anthropic.com/v1';

/** Anthropic's Messages API. */
export function anthropic({ name, key, baseUrl }: ProviderAccess): Provider {
  return {
    kind: 'anthropic',
    async language() {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey: key, baseURL: baseUrl ?? DEFAULT_ADDRESS }).languageModel(name);
    },
    toolRules: {
      maxDescription: Number.POSITIVE_INFINITY,
      keywords: FULL_KEYWORDS,
      // The API's own words: "Property keys should match pattern"; it looks at the top level only.
      parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
      types: 'many',
      references: 'shared',
      declaresCalledTools: true,
      searchBesideTools: true,
    },
    // The later versions of the tool need code execution, which nobody has judged.
    webSearch: { type: 'provider', id: 'anthropic.web_search_20250305', name: 'web_search', args: {} },
    cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    // Arguments streamed eagerly are not checked to be JSON; pings show that a thinking model is alive.
    options: () => ({ toolStreaming: false, includePings: true }),
    mediaTypes: COMMON_MEDIA,
    refusedParams: ['mcpServers', 'container', 'thread', 'contextManagement', 'compaction'],
  };
}
