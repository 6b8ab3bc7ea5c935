import type { ActionsBlock, KnownBlock, RichTextBlock } from '@slack/types';
import type { Approval, ApprovalsState } from '../../domain/approvals.ts';
import type { ApprovalRequest } from '../../domain/event.ts';
import { clip } from '../../domain/text/clip.ts';
import { capabilityWords } from '../words.ts';
import { mayEdit, shownArguments } from './approval-card.ts';
import { approversLine } from './approvers-line.ts';
import { maskedArguments } from './arguments-text.ts';
import { button } from './buttons.ts';
import { changeLines } from './changes.ts';
import { type CardGroup, isPlainRow } from './group-rows.ts';
import { ROW_ARGUMENTS } from './limits.ts';
import type { Message } from './message.ts';
import { bold, code, fallback, foreign, header, lines, type Piece, preformatted, time, user, words } from './rich.ts';
import { decisionLine, outcomeWords } from './settled-card.ts';

/** Changed values named in a row; all of them are in the audit. */
const CHANGES_IN_ROW = 2;
const TITLE_IN_ROW = 80;

/**
 * One message for many calls: a row each, with its own arguments, its own buttons and its own decision. `bare` leaves
 * the arguments out, for when Slack refused them: then everything is approved where it can be seen.
 */
export function groupCard(group: CardGroup, approvals: ApprovalsState, how: 'whole' | 'bare' = 'whole'): Message {
  const { rows, from, total } = group;
  const open = rows.filter(({ status }) => status.kind === 'pending');
  const upTo = `${from + 1}–${from + rows.length} of ${total}`;
  const title = open.length === 0 ? `Answered: calls ${upTo}` : `Approval needed: calls ${upTo}`;
  return {
    text: fallback(title),
    blocks: [
      header(title),
      ...(open[0] === undefined ? [] : [aboutAll(open[0])]),
      ...rows.flatMap((row, n) => rowBlocks(row, from + n + 1, approvals, how)),
    ],
  };
}

/** What the calls of one turn have in common. */
const aboutAll = ({ request, expiresAt }: Approval): RichTextBlock =>
  lines([
    [bold('Asked for by '), user(request.principal.user)],
    approversLine(request.approvers, request.principal.user),
    [bold('Expires '), time(expiresAt)],
    [words('Each call is decided by itself.')],
  ]);

function rowBlocks(row: Approval, n: number, approvals: ApprovalsState, how: 'whole' | 'bare'): KnownBlock[] {
  const { request, status } = row;
  const name = code(request.call.toolName, TITLE_IN_ROW);
  const title: readonly Piece[] = [bold(`${n}. `), foreign(request.title, TITLE_IN_ROW), words(' · '), name];
  if (status.kind !== 'pending') {
    const outcome = outcomeWords(row, status, approvals);
    const told: readonly Piece[] = [...decisionLine(status), ...(outcome === null ? [] : [words(` ${outcome}`)])];
    return [lines([title, told, ...changes(row)])];
  }
  const plain = isPlainRow(row) && how === 'whole';
  const head = lines([title, ...effects(request), ...(plain ? [] : [whyNotHere(request)])]);
  const args = clip(maskedArguments(shownArguments(request)).text, ROW_ARGUMENTS).text;
  const shown = how === 'whole' ? [...head.elements, ...preformatted(args).elements] : head.elements;
  return [{ type: 'rich_text', elements: [...shown] }, rowButtons(row, plain)];
}

function effects({ missing }: ApprovalRequest): readonly (readonly Piece[])[] {
  const effect = missing.map((capability) => capabilityWords[capability]).join(', ');
  return effect === '' ? [] : [[words(`It ${effect}.`)]];
}

function whyNotHere({ destructive, taint }: ApprovalRequest): readonly Piece[] {
  if (destructive) return [bold('⚠ This cannot be undone.'), words(' Look at all of it first.')];
  if (taint !== null) return [bold('⚠ Untrusted content is in this conversation.'), words(' Look at all of it first.')];
  return [words('There is more to see than fits here.')];
}

function changes({ request, status }: Approval): readonly (readonly Piece[])[] {
  const edited = status.kind === 'approved' ? status.signed.decision.effectiveArgsJson : null;
  return edited === null ? [] : changeLines(shownArguments(request), edited).slice(0, CHANGES_IN_ROW);
}

function rowButtons({ request }: Approval, plain: boolean): ActionsBlock {
  const value = request.approvalId;
  return {
    type: 'actions',
    elements: [
      ...(plain ? [button({ action: 'approve', label: 'Approve', value, style: 'primary' })] : []),
      button({ action: 'deny', label: 'Deny', value, style: 'danger' }),
      ...(mayEdit(request) ? [button({ action: 'edit', label: 'Edit arguments', value })] : []),
      button({ action: 'view_all', label: plain ? 'View all' : 'View all to approve', value }),
    ],
  };
}
