import type { RequestId } from '../domain/ids.ts';
import type { MutationChange } from '../domain/mutation.ts';

/**
 * Signs and stores a mutation before it applies (seed field `dispatch_recorder`).
 * Resolving means durable; rejecting means the mutation must not apply: a rewrite or injection denies the call,
 * a redaction withholds the result.
 */
export interface Recorder {
  record(call: { readonly requestId: RequestId; readonly toolName: string }, change: MutationChange): Promise<void>;
}
