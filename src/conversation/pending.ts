import { samePerson } from '../domain/person.ts';
import type { ConversationIndex, IndexedApproval } from '../ports/conversation-index.ts';
import type { ApprovalListing, ConversationCommands } from './commands.ts';
import type { FindApproval } from './find-approval.ts';

/** A page of App Home; who has more pending than this sees the oldest. */
const MAX_SCANNED = 200;
const MAX_LISTED = 20;

interface PendingDeps {
  readonly index: ConversationIndex;
  readonly find: FindApproval;
  readonly refusalFor: ConversationCommands['refusalFor'];
}

/** What waits in a workspace: for this person to decide, and for others while their own turn waits. */
export const makePendingFor =
  (deps: PendingDeps): ConversationCommands['pendingFor'] =>
  async (person) => {
    const toDecide: ApprovalListing[] = [];
    const waiting: ApprovalListing[] = [];
    for (const listing of await listings(deps, await deps.index.pendingIn(person.team, MAX_SCANNED))) {
      if (listing.approval.status.kind !== 'pending') continue;
      if (samePerson(listing.approval.request.principal, person) && waiting.length < MAX_LISTED) waiting.push(listing);
      if (toDecide.length >= MAX_LISTED) continue;
      if ((await deps.refusalFor(listing.approval.request.approvalId, person)) === null) toDecide.push(listing);
    }
    return { toDecide, waiting };
  };

/** Questions settled lately that this person asked or answered, newest first. */
export const makeRecentFor =
  (deps: Pick<PendingDeps, 'index' | 'find'>): ConversationCommands['recentFor'] =>
  async (person) => {
    const settled = await listings(deps, await deps.index.settledIn(person.team, MAX_SCANNED));
    return settled
      .filter(({ approval: { request, status } }) => {
        const decider = 'signed' in status ? status.signed.decision.approver : null;
        return samePerson(request.principal, person) || (decider !== null && samePerson(decider, person));
      })
      .slice(0, MAX_LISTED);
  };

async function listings(
  deps: Pick<PendingDeps, 'find'>,
  found: readonly IndexedApproval[],
): Promise<ApprovalListing[]> {
  const listed: ApprovalListing[] = [];
  for (const { approvalId } of found) {
    const listing = await deps.find(approvalId);
    if (listing !== null) listed.push(listing);
  }
  return listed;
}
