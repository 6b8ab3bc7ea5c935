import type { ApprovalListing, GrantListing } from '../../conversation/commands.ts';
import type { ElicitationListing } from '../../conversation/elicitation/commands.ts';
import { homeRows } from './home.ts';
import type { Message } from './message.ts';
import { fallback, header, note } from './rich.ts';

/** What somebody allowed without being asked, with a button to take each back. */
export const grantsNotice = (grants: readonly GrantListing[]): Message => ({
  text: fallback('What you allowed without being asked'),
  blocks: [header('What you allowed without being asked'), ...homeRows.grants(grants)],
});

/** What waits for somebody's decision, and what of theirs waits for others. */
export const pendingNotice = (pending: {
  readonly toDecide: readonly ApprovalListing[];
  readonly questions: readonly ElicitationListing[];
  readonly waiting: readonly ApprovalListing[];
}): Message => ({
  text: fallback('What waits for a decision'),
  blocks: [
    header('Waiting for your decision'),
    ...homeRows.toDecide(pending.toDecide, pending.questions),
    header('Your requests that wait'),
    ...homeRows.waiting(pending.waiting),
    note('App Home always shows this.'),
  ],
});
