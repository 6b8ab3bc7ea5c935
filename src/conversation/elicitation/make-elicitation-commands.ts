import type { ApprovalId } from '../../domain/ids.ts';
import type { ConversationIndex } from '../../ports/conversation-index.ts';
import type { Places } from '../../ports/places.ts';
import type { makeAuthorise } from '../authorise.ts';
import type { Conversations } from '../reader.ts';
import { type AnswerDeps, makeAnswerElicitation } from './answer-elicitation.ts';
import type { ElicitationCommands, ElicitationListing } from './commands.ts';

export interface ElicitationCommandsDeps extends AnswerDeps {
  readonly conversations: Conversations;
  readonly index: ConversationIndex;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
}

/** Joins what the surface may do about servers' questions. */
export function makeElicitationCommands(deps: ElicitationCommandsDeps): ElicitationCommands {
  const { conversations, index, authorise, places } = deps;
  const find = async (id: ApprovalId): Promise<ElicitationListing | null> => {
    const conversation = await index.conversationOf(id);
    if (conversation === null) return null;
    const elicitation = (await conversations.read(conversation)).elicitations.get(id);
    return elicitation === undefined ? null : { conversation, elicitation };
  };
  return {
    find,
    async refusalFor(id, person) {
      const found = await find(id);
      if (found === null) return 'wrong-card';
      const { approvers: rule, principal } = found.elicitation.asked;
      const because = await authorise({ rule, person, principal, place: places.of(found.conversation) });
      if (because !== null) {
        await conversations.change(found.conversation, () => ({
          events: [{ type: 'click.refused', approvalId: id, person, action: 'answer', because }],
          result: null,
        }));
      }
      return because;
    },
    answer: makeAnswerElicitation(deps),
  };
}
