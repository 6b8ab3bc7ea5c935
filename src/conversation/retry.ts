import { requesterOnly } from '../domain/approver-rule.ts';
import type { Places } from '../ports/places.ts';
import type { makeAuthorise } from './authorise.ts';
import type { ConversationCommands } from './commands.ts';
import type { Conversations } from './reader.ts';
import type { RecordRefusal } from './refusals.ts';

/** Who may take up a failed turn: the one it acts for, and ordinary members of its channel. */
const mayRetry = { ...requesterOnly, channels: ['here'] };

/** Takes up a failed turn again where its log ends; what it already ran is not run again. */
export const makeRetry =
  (deps: {
    readonly conversations: Conversations;
    readonly authorise: ReturnType<typeof makeAuthorise>;
    readonly places: Places;
    readonly recordRefusal: RecordRefusal;
  }): ConversationCommands['retry'] =>
  async (conversation, by) => {
    const place = deps.places.of(conversation);
    const changed = await deps.conversations.change(conversation, async ({ status }) => {
      if (status.kind !== 'failed' || status.retryAsked) return { events: [], result: 'nothing-to-retry' as const };
      const refusal = await deps.authorise({ rule: mayRetry, person: by, principal: status.principal, place });
      if (refusal !== null) return { events: [], result: refusal };
      return { events: [{ type: 'retry.requested', by }], options: { wake: 'now' }, result: 'retrying' as const };
    });
    const result = changed.kind === 'changed' ? changed.result : 'nothing-to-retry';
    if (result !== 'retrying' && result !== 'nothing-to-retry') {
      await deps.recordRefusal({ conversation, approvalId: null, person: by, action: 'retry', because: result });
    }
    return result;
  };
