import { TOOL } from './charge-tool.ts';
import { TooLate } from './happenings.ts';
import type { Person } from './person.ts';
import type { Service } from './start-service.ts';

/** One conversation with an approval, in milliseconds. All but the first count from the press. */
export interface ApprovalTimes {
  /** From sending the message until its card stood in Slack. */
  readonly askToCard: number;
  readonly clickToAck: number;
  readonly clickToDurable: number;
  readonly clickToEffect: number;
  readonly clickToEnd: number;
}

/** A conversation that takes longer hangs, or the machine is far too slow for the load. */
const PATIENCE_MS = 60_000;

export const approvalScript = (order: string): string =>
  `!say I will charge the card.\n!call ${TOOL} ${JSON.stringify({ order, cents: 1200 })}\n!step\n!say It is charged.`;

/**
 * Somebody asks for something that needs a signature, presses Approve as soon as the card stands, and is answered. Throws
 * when the tool did not run exactly once.
 */
export async function askAndApprove(
  { happenings }: Pick<Service, 'happenings'>,
  person: Person,
  script: string,
): Promise<ApprovalTimes> {
  const askedAt = performance.timeOrigin + performance.now();
  const conversation = await person.ask(script);
  try {
    const card = await happenings.next(conversation, 'card', PATIENCE_MS);
    const { at, ackMs, ok } = await person.approve(card.card);
    if (!ok) throw new TooLate('a press was not acknowledged');
    const decided = await happenings.next(conversation, 'decided', PATIENCE_MS);
    const effect = await happenings.next(conversation, 'effect', PATIENCE_MS);
    const ended = await happenings.next(conversation, 'ended', PATIENCE_MS);
    const ran = happenings.count(conversation, 'effect');
    if (ran !== 1 || ended.how !== 'finished') throw new Error(`the tool ran ${ran} times and the turn ${ended.how}`);
    return {
      askToCard: card.at - askedAt,
      clickToAck: ackMs,
      clickToDurable: decided.at - at,
      clickToEffect: effect.at - at,
      clickToEnd: ended.at - at,
    };
  } finally {
    happenings.forget(conversation);
  }
}
