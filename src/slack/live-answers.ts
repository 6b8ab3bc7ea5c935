import type { ConversationId, TurnId } from '../domain/ids.ts';
import type { WrittenAnswer } from './stream-writer.ts';

/** Answers this process is writing now. */
export interface LiveAnswers {
  add(conversation: ConversationId, turn: TurnId, answer: WrittenAnswer): void;
  isLive(turn: string): boolean;
  silence(conversation: ConversationId): void;
  /** The conversation is another process's now, and what is not shown yet is for that one to show. */
  abandon(conversation: ConversationId): void;
  /** Resolves when nothing is being written anywhere. */
  allSettled(): Promise<void>;
}

export function makeLiveAnswers(): LiveAnswers {
  const live = new Map<string, { readonly conversation: ConversationId; readonly answer: WrittenAnswer }>();
  const inConversation = (conversation: ConversationId) =>
    [...live.values()].filter((each) => each.conversation === conversation);
  return {
    add(conversation, turn, answer) {
      live.set(turn, { conversation, answer });
      void answer.done.then(() => live.delete(turn));
    },
    isLive: (turn) => live.has(turn),
    silence(conversation) {
      for (const { answer } of inConversation(conversation)) answer.silence();
    },
    abandon(conversation) {
      for (const { answer } of inConversation(conversation)) answer.abandon();
    },
    async allSettled() {
      await Promise.all([...live.values()].map(({ answer }) => answer.done));
    },
  };
}
