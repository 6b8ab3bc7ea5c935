import type { App } from '@slack/bolt';
import type { OutcomeAnswer } from '../../domain/event.ts';
import { approvalId } from '../../domain/ids.ts';
import { owedOutcome } from '../../domain/owed.ts';
import { type Press, readPress } from '../payloads/interactions.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell } from './feedback.ts';
import { noteRefused } from './refusals.ts';

/** What people say about a call of which nobody knows whether it ran. */
export function registerOutcomes(bolt: App, context: ListenerContext): void {
  const register = (actionId: string, answer: OutcomeAnswer): void => {
    bolt.action(actionId, async ({ ack, body }) => {
      await ack();
      await answerOutcome(context, readPress({ ...body }), answer);
    });
  };
  register('outcome_ran', 'ran');
  register('outcome_run_again', 'run-again');
  register('outcome_give_up', 'give-up');
}

async function answerOutcome(context: ListenerContext, press: Press | null, answer: OutcomeAnswer): Promise<void> {
  if (press === null || press.message === null) return;
  const id = approvalId(press.value);
  // Where the question stands, so that it can be updated without looking for it.
  context.sent.set(owedOutcome(id), press.message);
  const outcome = await context.commands.answerOutcome({ approvalId: id, person: press.actor.person, answer });
  context.onOwed();
  switch (outcome) {
    case 'recorded':
      return;
    case 'already-answered':
      return await tell(context, press, null, clickWords.alreadyAnswered);
    case 'unknown-question':
      await noteRefused(context, press, null, 'unknown-approval');
      return await tell(context, press, null, clickWords.unknownQuestion);
    default:
      return await tell(context, press, null, refusalWords[outcome]);
  }
}
