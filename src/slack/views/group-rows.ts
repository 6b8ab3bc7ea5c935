import type { Approval, ApprovalsState } from '../../domain/approvals.ts';
import { clip } from '../../domain/text/clip.ts';
import { shownArguments } from './approval-card.ts';
import { fitsOnCard, maskedArguments } from './arguments-text.ts';
import { CARD_ARGUMENTS, GROUP_ROWS, ROW_ARGUMENTS, SINGLE_CARDS } from './limits.ts';

/** Cards that share one message, because their turn asked about very many calls at once. */
export interface CardGroup {
  readonly rows: readonly Approval[];
  /** Its place among the groups of its turn, and how many calls the turn asked about. */
  readonly index: number;
  readonly from: number;
  readonly total: number;
}

/**
 * The group of a card; null where it has a message of its own. Follows from the log alone: what a turn asked about is
 * never added to, so that a group never changes its rows.
 */
export function groupOf({ approvals }: ApprovalsState, { request }: Approval): CardGroup | null {
  const asked = [...approvals.values()].filter((each) => each.request.turnId === request.turnId);
  if (asked.length <= SINGLE_CARDS) return null;
  const at = asked.findIndex((each) => each.request.approvalId === request.approvalId);
  const index = Math.floor(at / GROUP_ROWS);
  const from = index * GROUP_ROWS;
  return { rows: asked.slice(from, from + GROUP_ROWS), index, from, total: asked.length };
}

/** Whether the message in its thread shows everything about a call, so that it can be approved right there. */
export const isWholeThere = (approvals: ApprovalsState, approval: Approval): boolean =>
  groupOf(approvals, approval) === null
    ? fitsOnCard(shownArguments(approval.request), CARD_ARGUMENTS)
    : isPlainRow(approval);

/** A row has no room for warnings and reasons: what needs any is approved where all of it is shown. */
export function isPlainRow({ request }: Approval): boolean {
  const { sandbox, taint, destructive, reason, effectiveArgsJson, injectedContext, earlier } = request;
  if (destructive || sandbox !== null || taint !== null || reason !== '' || earlier !== null) return false;
  if (effectiveArgsJson !== null || injectedContext !== null) return false;
  const { text, hidden, masked, hosts } = maskedArguments(shownArguments(request));
  return hidden === 0 && masked.length === 0 && hosts.length === 0 && clip(text, ROW_ARGUMENTS).omitted === 0;
}
