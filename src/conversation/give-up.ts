import type { Conversation } from '../domain/conversation.ts';
import type { ApprovalId } from '../domain/ids.ts';
import { type Person, samePerson } from '../domain/person.ts';
import type { ConversationIndex } from '../ports/conversation-index.ts';
import type { Conversations } from './reader.ts';
import type { RefusedPress } from './refusals.ts';

/** `stands`: it was recorded after all. `nothing-recorded`: it was not, and now it cannot be any more. */
export type GivenUp = 'stands' | 'nothing-recorded';

/**
 * Settles for good what became of a press whose handling failed, so that a person can be told the truth. That nothing
 * was recorded is itself recorded: an append of the failed handling that is still under way then finds the log moved on.
 */
export const makeGiveUp =
  (deps: { readonly conversations: Conversations; readonly index: ConversationIndex }) =>
  async ({
    approvalId,
    person,
    action,
  }: Pick<RefusedPress, 'person' | 'action'> & { readonly approvalId: ApprovalId }): Promise<GivenUp> => {
    const conversation = await deps.index.conversationOf(approvalId);
    if (conversation === null) return 'nothing-recorded';
    const changed = await deps.conversations.change<GivenUp>(conversation, (now) => {
      if (isAnsweredBy(now, approvalId, person)) return { events: [], result: 'stands' };
      const event = { type: 'click.refused' as const, approvalId, person, action, because: 'gave-up' as const };
      return { events: [event], result: 'nothing-recorded' };
    });
    return changed.kind === 'changed' ? changed.result : 'nothing-recorded';
  };

function isAnsweredBy({ approvals }: Conversation, approvalId: ApprovalId, person: Person): boolean {
  const approval = approvals.approvals.get(approvalId);
  if (approval === undefined) return false;
  const { status, endorsements } = approval;
  const answers = 'signed' in status ? [...endorsements, status.signed] : endorsements;
  return answers.some(({ decision }) => samePerson(decision.approver, person));
}
