import type { ConversationCommands } from './commands.ts';
import type { Conversations } from './reader.ts';

/** Takes up a failed turn again where its log ends; what it already ran is not run again. */
export const makeRetry =
  (deps: { readonly conversations: Conversations }): ConversationCommands['retry'] =>
  async (conversation, by) => {
    const changed = await deps.conversations.change(conversation, ({ status }) =>
      status.kind === 'failed' && !status.retryAsked
        ? { events: [{ type: 'retry.requested', by }], options: { wake: 'now' }, result: 'retrying' as const }
        : { events: [], result: 'nothing-to-retry' as const },
    );
    return changed.kind === 'changed' ? changed.result : 'nothing-to-retry';
  };
