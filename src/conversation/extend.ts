import type { ClickRefusal } from '../domain/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationCommands } from './commands.ts';
import type { FindApproval } from './find-approval.ts';
import type { Conversations } from './reader.ts';
import type { RecordRefusal } from './refusals.ts';

/** One click gives a pending card as much time again as it had at first, but never past this. */
const MAX_TOTAL_MS = 14 * 24 * 60 * 60 * 1000;

/** Moves a pending approval's deadline. Anyone who could answer the card may do so. `at-limit`: it cannot be moved further. */
export const makeExtend =
  (deps: {
    readonly conversations: Conversations;
    readonly find: FindApproval;
    readonly mayTouch: ConversationCommands['refusalFor'];
    readonly clock: Clock;
    readonly recordRefusal: RecordRefusal;
  }): ConversationCommands['extend'] =>
  async (approvalId, person) => {
    const found = await deps.find(approvalId);
    if (found === null) return 'unknown-approval';
    const { conversation } = found;
    const refused = (because: ClickRefusal): Promise<void> =>
      deps.recordRefusal({ conversation, approvalId, person, action: 'extend', because });
    const refusal = await deps.mayTouch(approvalId, person);
    if (refusal !== null) {
      await refused(refusal);
      return refusal;
    }
    const changed = await deps.conversations.change(conversation, (now) => {
      const approval = now.approvals.approvals.get(approvalId);
      if (approval === undefined) return { events: [], result: 'unknown-approval' as const };
      if (approval.status.kind !== 'pending') return { events: [], result: 'already-settled' as const };
      const { requestedAt, expiresAt: first } = approval.request;
      const expiresAt = Math.min(deps.clock.now() + (first - requestedAt), requestedAt + MAX_TOTAL_MS);
      if (expiresAt <= approval.expiresAt) return { events: [], result: 'at-limit' as const };
      return {
        events: [{ type: 'approval.extended', approvalId, by: person, expiresAt }],
        options: { notAfter: approval.expiresAt, wake: 'now' as const },
        result: 'extended' as const,
      };
    });
    const result = changed.kind === 'changed' ? changed.result : 'already-settled';
    if (result === 'already-settled') await refused('already-settled');
    return result;
  };
