import type {
  JSONObject,
  LanguageModelV4,
  LanguageModelV4ProviderTool,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelRequest } from '../ports/model.ts';
import type { ToolRules } from './tools/tool-rules.ts';

/** One provider's language model and what is particular about asking it. */
export interface Provider {
  readonly kind: 'anthropic' | 'openai' | 'google' | 'compatible';
  /** The provider's SDK is loaded when it is first asked: nobody has them all in use. */
  language(): Promise<LanguageModelV4>;
  readonly toolRules: ToolRules;
  /** The provider's own search tool; null where it has none. */
  readonly webSearch: LanguageModelV4ProviderTool | null;
  /** Put on the system text and the last function tool when the request says `stable-prefix`; null: no such mark. */
  readonly cacheMark: SharedV4ProviderOptions | null;
  /** The provider's parameters for a request, before additionalParams. `prefix` identifies system text and tools. */
  options(request: ModelRequest, prefix: () => string): JSONObject;
  /** Kinds of files it can be shown. */
  readonly mediaTypes: ReadonlySet<string>;
  /** Parameters that would bring in tools or history which the loop has not judged. */
  readonly refusedParams: readonly string[];
}

/** Pictures and documents that Anthropic, OpenAI and Google all take. */
export const COMMON_MEDIA: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
]);

export interface ProviderAccess {
  /** The model's name without the provider's. */
  readonly name: string;
  /** Empty only for a compatible server that wants none. */
  readonly key: string;
  readonly baseUrl: string | null;
}
