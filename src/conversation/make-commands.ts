import type { Clock } from '../ports/clock.ts';
import type { ConversationIndex } from '../ports/conversation-index.ts';
import type { Directory } from '../ports/directory.ts';
import type { Ids } from '../ports/ids.ts';
import type { Places } from '../ports/places.ts';
import type { Signer } from '../ports/signer.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { makeAuthorise } from './authorise.ts';
import type { PersonaRoster } from './choose-persona.ts';
import type { ConversationCommands } from './commands.ts';
import { makeDecide } from './decide.ts';
import { makeExtend } from './extend.ts';
import { makeFindApproval } from './find-approval.ts';
import { makeGiveUp } from './give-up.ts';
import { makeGrantsOf, makeRevoke, makeRevokeAll } from './grants.ts';
import { makeAnswerOutcome } from './outcome.ts';
import { makePendingFor, makeRecentFor } from './pending.ts';
import type { Personas } from './persona.ts';
import type { Conversations } from './reader.ts';
import { makeReceive, type WhilePaused } from './receive.ts';
import { makeRecordRefusal } from './refusals.ts';
import { makeRetry } from './retry.ts';
import { makeStop } from './stop.ts';
import { tracedAnswer } from './traced-answer.ts';
import type { Worker } from './worker.ts';

export interface CommandsDeps {
  readonly conversations: Conversations;
  readonly index: ConversationIndex;
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly directory: Directory;
  readonly places: Places;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly personas: Personas;
  readonly worker: Pick<Worker, 'abort'>;
  readonly whilePaused: WhilePaused;
  /** Absent: one agent answers everywhere. */
  readonly roster?: PersonaRoster;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
}

/** Joins the commands the surface may give. */
export function makeCommands(deps: CommandsDeps): ConversationCommands {
  const { conversations, authorise, places } = deps;
  const find = makeFindApproval(deps);
  const refusalFor: ConversationCommands['refusalFor'] = async (approvalId, person) => {
    const found = await find(approvalId);
    if (found === null) return 'wrong-card';
    const { approvers: rule, principal } = found.approval.request;
    return await authorise({ rule, person, principal, place: places.of(found.conversation) });
  };
  const recordRefusal = makeRecordRefusal(conversations);
  return {
    receive: makeReceive(deps),
    read: conversations.read,
    turn: conversations.turn,
    findApproval: find,
    answer: tracedAnswer(deps, makeDecide({ ...deps, recordRefusal })),
    refusalFor,
    recordRefusal,
    giveUp: makeGiveUp(deps),
    answerOutcome: makeAnswerOutcome({ ...deps, recordRefusal }),
    extend: makeExtend({ ...deps, find, mayTouch: refusalFor, recordRefusal }),
    async cardPosted(approvalId, card) {
      const conversation = await deps.index.conversationOf(approvalId);
      if (conversation === null) return;
      await conversations.change(conversation, ({ approvals, elicitations }) => {
        const { cards } = approvals.approvals.get(approvalId) ?? elicitations.get(approvalId) ?? { cards: null };
        const isKnown = cards?.some((own) => own.channel === card.channel && own.message === card.message) ?? true;
        return { events: isKnown ? [] : [{ type: 'card.posted', approvalId, card }], result: null };
      });
    },
    stop: makeStop({ ...deps, recordRefusal, abort: deps.worker.abort }),
    retry: makeRetry({ ...deps, recordRefusal }),
    revoke: makeRevoke({ ...deps, recordRefusal }),
    revokeAll: makeRevokeAll({ ...deps, recordRefusal }),
    grantsOf: makeGrantsOf(deps),
    pendingFor: makePendingFor({ ...deps, find, refusalFor }),
    recentFor: makeRecentFor({ ...deps, find }),
  };
}
