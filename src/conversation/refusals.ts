import type { ApprovalStatus } from '../domain/approvals.ts';
import type { DecisionKind } from '../domain/decision.ts';
import type { ClickRefusal } from '../domain/event.ts';
import type { ApprovalId, ConversationId } from '../domain/ids.ts';
import { type Person, samePerson } from '../domain/person.ts';
import type { Conversations } from './reader.ts';

/** A press that changed nothing: where, of which button, by whom, and why. */
export interface RefusedPress {
  /** Of the card, or of the message it was pressed in. */
  readonly conversation: ConversationId;
  /** As the button named it, known or not; null for a button that names no card. */
  readonly approvalId: ApprovalId | null;
  readonly person: Person;
  readonly action: string;
  readonly because: ClickRefusal;
}

/** Resolves once the refusal is in the log. */
export type RecordRefusal = (refused: RefusedPress) => Promise<void>;

/**
 * Writes refusals into the log of their conversation, for the audit. One at a time in each conversation: a crowd that
 * presses at once must not contend with itself. Where nothing was ever logged nothing is begun: the place came from a client.
 */
export function makeRecordRefusal(conversations: Conversations): RecordRefusal {
  const lanes = new Map<ConversationId, Promise<void>>();
  return async ({ conversation, ...refused }) => {
    const append = async (): Promise<void> => {
      await conversations.change(conversation, ({ position }) => ({
        events: position === 0 ? [] : [{ type: 'click.refused', ...refused }],
        result: null,
      }));
    };
    const before = lanes.get(conversation) ?? Promise.resolve();
    const recorded = before.then(append, append);
    lanes.set(conversation, recorded);
    try {
      await recorded;
    } finally {
      if (lanes.get(conversation) === recorded) lanes.delete(conversation);
    }
  };
}

/** Whether the answer that stands is this person's very answer: one press delivered twice is no refused one. */
export const isRepeated = (status: ApprovalStatus, person: Person, kind: DecisionKind): boolean =>
  'signed' in status && status.signed.decision.decision === kind && samePerson(status.signed.decision.approver, person);
