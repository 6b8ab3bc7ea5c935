import type { ConversationCommands } from '../../../src/conversation/commands.ts';

/** Commands of which a test uses only those it gives. */
export function commandsWith(given: Partial<ConversationCommands>): ConversationCommands {
  const unused = (): never => {
    throw new Error('not used here');
  };
  return {
    receive: unused,
    read: unused,
    turn: unused,
    findApproval: unused,
    answer: unused,
    refusalFor: unused,
    recordRefusal: unused,
    giveUp: unused,
    answerOutcome: unused,
    extend: unused,
    cardPosted: unused,
    stop: unused,
    retry: unused,
    revoke: unused,
    revokeAll: unused,
    grantsOf: unused,
    pendingFor: unused,
    recentFor: unused,
    ...given,
  };
}
