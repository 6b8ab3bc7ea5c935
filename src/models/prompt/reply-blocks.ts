import type { JSONValue, SharedV4ProviderMetadata } from '@ai-sdk/provider';

/**
 * A reply in the order the provider sent it, without what the transcript holds anyway: a text is named by its length,
 * a call of ours by being the next one.
 */
export type ReplyBlock =
  | { readonly kind: 'text'; readonly chars: number; readonly meta?: SharedV4ProviderMetadata | undefined }
  | { readonly kind: 'reasoning'; readonly text: string; readonly meta?: SharedV4ProviderMetadata | undefined }
  | { readonly kind: 'call'; readonly meta?: SharedV4ProviderMetadata | undefined }
  | {
      readonly kind: 'provider-call';
      readonly id: string;
      readonly name: string;
      readonly input: JSONValue;
      readonly meta?: SharedV4ProviderMetadata | undefined;
    }
  | {
      readonly kind: 'provider-result';
      readonly id: string;
      readonly name: string;
      readonly output: JSONValue;
      readonly isError: boolean;
      readonly meta?: SharedV4ProviderMetadata | undefined;
    };
