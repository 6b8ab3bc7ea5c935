import type { ConversationId, TurnId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';
import type { StreamSink } from './stream.ts';

/** How the visible answer ends. The words for each are the surface's own. */
export type AnswerEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly retryable: boolean }
  | { readonly kind: 'interrupted' };

/**
 * One turn's answer as people see it. `push` never throws and never blocks; a slow or failing surface
 * neither fails the turn nor grows without bound. `end` resolves when everything was shown or given up.
 */
export interface Answer extends StreamSink {
  end(how: AnswerEnd): Promise<void>;
}

/** Where people see the agent. Opening sends nothing yet. */
export interface Surface {
  openAnswer(place: {
    readonly conversation: ConversationId;
    readonly turn: TurnId;
    readonly principal: Person;
  }): Answer;
  /** Whether anyone could answer a card here; a turn without reachable approver denies gated calls at once. */
  canAsk(conversation: ConversationId): Promise<boolean>;
}
