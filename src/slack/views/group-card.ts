import type { ActionsBlock, KnownBlock, RichTextBlock } from '@slack/types';
import type { Approval, ApprovalsState } from '../../domain/approvals.ts';
import type { ApprovalRequest } from '../../domain/event.ts';
import { clip } from '../../domain/text/clip.ts';
import { capabilityWords } from '../words.ts';
import { agreedLines, mayEdit, shownArguments } from './approval-card.ts';
import { approversLine } from './approvers-line.ts';
import { maskedArguments } from './arguments-text.ts';
import { button } from './buttons.ts';
import { changeLines } from './changes.ts';
import { type CardGroup, isPlainRow } from './group-rows.ts';
import { ROW_ARGUMENTS } from './limits.ts';
import type { Message } from './message.ts';
import { bold, code, fallback, foreign, header, lines, type Piece, preformatted, time, user, words } from './rich.ts';
import { decisionLine, outcomeWords, type Settled } from './settled-card.ts';

/** Changed values named in a row; all of them are in the audit. */
const CHANGES_IN_ROW = 2;
const TITLE_IN_ROW = 80;
const VALUE_IN_ROW = 50;
/** Calls of one turn are asked about one after the other; people see minutes. */
const SAME_DEADLINE_MS = 60_000;

/**
 * One message for many calls: a row each, with its own arguments, its own buttons and its own decision. `bare` leaves
 * the arguments out, for when Slack refused them: then everything is approved where it can be seen.
 */
export function groupCard(group: CardGroup, approvals: ApprovalsState, how: 'whole' | 'bare' = 'whole'): Message {
  const { rows, from, total } = group;
  const open = rows.filter(({ status }) => status.kind === 'pending');
  const upTo = `${from + 1}–${from + rows.length} of ${total}`;
  const title = open.length === 0 ? `Answered: calls ${upTo}` : `Approval needed: calls ${upTo}`;
  const alike = open.every((row) => haveOneRule(row, open[0]));
  return {
    text: fallback(title),
    blocks: [
      header(title),
      ...(open[0] === undefined ? [] : [aboutAll(open[0], alike)]),
      ...rows.flatMap((row, n) => rowBlocks(row, from + n + 1, approvals, { how, alike })),
    ],
  };
}

/** Calls of one turn may fall under different rules: then each row says who may decide it, and until when. */
const haveOneRule = (one: Approval, other: Approval | undefined): boolean =>
  other !== undefined &&
  JSON.stringify(one.request.approvers) === JSON.stringify(other.request.approvers) &&
  Math.abs(one.expiresAt - other.expiresAt) < SAME_DEADLINE_MS;

const aboutAll = (first: Approval, alike: boolean): RichTextBlock =>
  lines([
    [bold('Asked for by '), user(first.request.principal.user)],
    ...(alike ? ruleLines(first) : []),
    [words('Each call is decided by itself.')],
  ]);

const ruleLines = ({ request, expiresAt }: Approval): readonly (readonly Piece[])[] => [
  approversLine(request.approvers, request.principal.user),
  [bold('Expires '), time(expiresAt)],
];

interface RowLook {
  readonly how: 'whole' | 'bare';
  readonly alike: boolean;
}

function rowBlocks(row: Approval, n: number, approvals: ApprovalsState, { how, alike }: RowLook): KnownBlock[] {
  const { request, status } = row;
  const name = code(request.call.toolName, TITLE_IN_ROW);
  const title: readonly Piece[] = [bold(`${n}. `), foreign(request.title, TITLE_IN_ROW), words(' · '), name];
  const withArguments = (facts: readonly (readonly Piece[])[], argsJson: string): RichTextBlock => {
    const text = clip(maskedArguments(argsJson).text, ROW_ARGUMENTS).text;
    const shown = how === 'whole' ? preformatted(text).elements : [];
    return { type: 'rich_text', elements: [...lines(facts).elements, ...shown] };
  };
  if (status.kind !== 'pending') {
    const told = settledLines(row, status, outcomeWords(row, status, approvals));
    return [withArguments([title, ...told], editedArguments(row) ?? shownArguments(request))];
  }
  const plain = isPlainRow(row) && how === 'whole';
  const facts = [
    title,
    ...effects(request),
    ...(alike ? [] : ruleLines(row)),
    ...agreedLines(row),
    ...(plain ? [] : [whyNotHere(request)]),
  ];
  return [withArguments(facts, shownArguments(request)), rowButtons(row, plain)];
}

function settledLines(row: Approval, status: Settled, outcome: string | null): readonly (readonly Piece[])[] {
  const reason = 'signed' in status ? (status.signed.decision.reason ?? '') : '';
  return [
    [
      ...decisionLine(status),
      ...(row.settledAt === null ? [] : [words(' · '), time(row.settledAt)]),
      ...(outcome === null ? [] : [words(` · ${outcome}`)]),
    ],
    ...(reason === '' ? [] : [[words('“'), foreign(reason, TITLE_IN_ROW), words('”')]]),
    ...changes(row),
  ];
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

/** Arguments that an approver put in place of the proposed ones. */
const editedArguments = ({ status }: Approval): string | null =>
  status.kind === 'approved' ? status.signed.decision.effectiveArgsJson : null;

function changes(row: Approval): readonly (readonly Piece[])[] {
  const edited = editedArguments(row);
  if (edited === null) return [];
  const short = (piece: Piece): Piece => (piece.kind === 'foreign' ? { ...piece, limit: VALUE_IN_ROW } : piece);
  return changeLines(shownArguments(row.request), edited)
    .slice(0, CHANGES_IN_ROW)
    .map((line) => line.map(short));
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
