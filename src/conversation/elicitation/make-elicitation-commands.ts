import type { ApprovalId } from '../../domain/ids.ts';
import type { Person } from '../../domain/person.ts';
import type { ConversationIndex } from '../../ports/conversation-index.ts';
import type { Places } from '../../ports/places.ts';
import type { makeAuthorise } from '../authorise.ts';
import type { Conversations } from '../reader.ts';
import { makeRecordRefusal } from '../refusals.ts';
import { type AnswerDeps, makeAnswerElicitation } from './answer-elicitation.ts';
import type { ElicitationCommands, ElicitationListing } from './commands.ts';
import { makeWaitingFor } from './waiting.ts';

export interface ElicitationCommandsDeps extends Omit<AnswerDeps, 'recordRefusal'> {
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
  const recordRefusal = makeRecordRefusal(conversations);
  const refusal = async ({ conversation, elicitation }: ElicitationListing, person: Person) => {
    const { asked, status } = elicitation;
    if (status.kind !== 'pending') return 'already-settled';
    const { approvers: rule, principal } = asked;
    return await authorise({ rule, person, principal, place: places.of(conversation), approves: asked });
  };
  return {
    find,
    async refusalFor(id, person) {
      const found = await find(id);
      if (found === null) return 'wrong-card';
      const because = await refusal(found, person);
      const { conversation } = found;
      if (because !== null) await recordRefusal({ conversation, approvalId: id, person, action: 'answer', because });
      return because;
    },
    answer: makeAnswerElicitation({ ...deps, recordRefusal }),
    waitingFor: makeWaitingFor({ ...deps, find }),
  };
}
