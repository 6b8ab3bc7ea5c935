import type { Clock } from '../../ports/clock.ts';
import type { ConversationIndex } from '../../ports/conversation-index.ts';
import type { Places } from '../../ports/places.ts';
import type { makeAuthorise } from '../authorise.ts';
import type { ElicitationCommands, ElicitationListing } from './commands.ts';
import { ELICITATION_OPEN_MS } from './elicitor.ts';

/** A page of App Home; who has more than this waiting sees the newest. */
const MAX_SCANNED = 100;
const MAX_LISTED = 5;
/** How far the store's clock, by which questions are listed, may be from ours. */
const MAX_SKEW_MS = 15 * 60 * 1_000;

interface WaitingDeps {
  readonly index: ConversationIndex;
  readonly find: ElicitationCommands['find'];
  readonly authorise: ReturnType<typeof makeAuthorise>;
  readonly places: Places;
  readonly clock: Clock;
}

/** Servers' questions that wait and that this person may answer, newest first. None is open for longer than some minutes. */
export const makeWaitingFor =
  ({ index, find, authorise, places, clock }: WaitingDeps): ElicitationCommands['waitingFor'] =>
  async (person) => {
    const waiting: ElicitationListing[] = [];
    const since = clock.now() - ELICITATION_OPEN_MS - MAX_SKEW_MS;
    for (const { approvalId } of await index.elicitedSince(person.team, since, MAX_SCANNED)) {
      if (waiting.length >= MAX_LISTED) break;
      const listing = await find(approvalId);
      if (listing?.elicitation.status.kind !== 'pending') continue;
      const { asked } = listing.elicitation;
      const place = places.of(listing.conversation);
      const rule = { rule: asked.approvers, person, principal: asked.principal, place, approves: asked };
      if ((await authorise(rule)) === null) waiting.push(listing);
    }
    return waiting;
  };
