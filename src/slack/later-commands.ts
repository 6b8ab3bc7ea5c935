import type { ConversationCommands } from '../conversation/commands.ts';
import type { ElicitationCommands } from '../conversation/elicitation/commands.ts';

/** The commands, found when first used. */
export function laterCommands(commands: () => ConversationCommands): ConversationCommands {
  return {
    receive: (message) => commands().receive(message),
    read: (conversation) => commands().read(conversation),
    turn: (conversation, turn) => commands().turn(conversation, turn),
    findApproval: (id) => commands().findApproval(id),
    answer: (answering) => commands().answer(answering),
    refusalFor: (id, person) => commands().refusalFor(id, person),
    recordRefusal: (refused) => commands().recordRefusal(refused),
    giveUp: (press) => commands().giveUp(press),
    answerOutcome: (question) => commands().answerOutcome(question),
    extend: (id, person) => commands().extend(id, person),
    cardPosted: (id, card) => commands().cardPosted(id, card),
    stop: (conversation, by) => commands().stop(conversation, by),
    retry: (conversation, by) => commands().retry(conversation, by),
    revoke: (grant, by) => commands().revoke(grant, by),
    revokeAll: (by) => commands().revokeAll(by),
    grantsOf: (person) => commands().grantsOf(person),
    pendingFor: (person) => commands().pendingFor(person),
    recentFor: (person) => commands().recentFor(person),
  };
}

/** The same for servers' questions. Where there are none, none is known. */
export const laterElicitations = (commands: (() => ElicitationCommands) | undefined): ElicitationCommands => ({
  find: (id) => commands?.().find(id) ?? Promise.resolve(null),
  refusalFor: (id, person) => commands?.().refusalFor(id, person) ?? Promise.resolve('wrong-card'),
  answer: (answering) => commands?.().answer(answering) ?? Promise.resolve({ kind: 'unknown' }),
  waitingFor: (person) => commands?.().waitingFor(person) ?? Promise.resolve([]),
});
