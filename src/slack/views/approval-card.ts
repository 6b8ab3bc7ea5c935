import type { ActionsBlock, KnownBlock } from '@slack/types';
import type { Approval } from '../../domain/approvals.ts';
import type { ApprovalRequest } from '../../domain/event.ts';
import { capabilityWords, taintWords } from '../words.ts';
import { approversLine } from './approvers-line.ts';
import { argumentBlocks } from './arguments-text.ts';
import { button, confirmation } from './buttons.ts';
import { CARD_ARGUMENTS } from './limits.ts';
import type { Message } from './message.ts';
import { bold, code, fallback, foreign, header, lines, note, type Piece, time, user, words } from './rich.ts';

/** What would run if the card were approved as it stands: a policy rewrite goes before the proposal. */
export const shownArguments = ({ effectiveArgsJson, call }: ApprovalRequest): string =>
  effectiveArgsJson ?? call.argsJson;

/** Where a card can point to. */
export interface CardLinks {
  /** The card that asked before, as Slack links to it; null where there is none to link to. */
  readonly earlier: string | null;
}

/**
 * The card of a pending approval. It is built from the log alone: canonical arguments and our own registry, never what
 * the model says about itself. Buttons carry the approval id and nothing else. While the arguments do not fit,
 * approving is possible on the last page of "View all" only.
 */
export function approvalCard(approval: Approval, { earlier }: CardLinks = { earlier: null }): Message {
  const { request } = approval;
  const args = argumentBlocks(shownArguments(request), CARD_ARGUMENTS);
  const facts = [
    toolLine(request),
    ...whyLines(request),
    [bold('Asked for by '), user(request.principal.user)],
    approversLine(request.approvers, request.principal.user),
    ...agreedLines(approval),
    [bold('Expires '), time(approval.expiresAt)],
  ];
  return {
    text: fallback(`Approval needed: ${request.title} (${request.call.toolName})`),
    blocks: [
      header(`Approval needed: ${request.title}`),
      lines(facts),
      ...args.blocks,
      ...contextNotes(request, earlier),
      decisionButtons(request, args.whole),
    ],
  };
}

export const toolLine = ({ title, call }: ApprovalRequest): readonly Piece[] => [
  bold('Tool: '),
  foreign(title),
  words(' · '),
  code(call.toolName),
];

/** What a careful reader has to know before the arguments. */
export function whyLines(request: ApprovalRequest): (readonly Piece[])[] {
  const { reason, missing, sandbox, taint } = request;
  const rows: (readonly Piece[])[] = [];
  const caps = missing.map((capability) => capabilityWords[capability]).join(', ');
  if (caps !== '') rows.push([bold('Why it asks: '), words(`it ${caps}`)]);
  else if (sandbox === null) rows.push([bold('Why it asks: '), words('by policy, a person decides about this tool')]);
  if (reason !== '') rows.push([bold('Note: '), foreign(reason)]);
  if (sandbox !== null) rows.push([bold('The sandbox would refuse this: '), foreign(sandbox)]);
  if (taint !== null) {
    rows.push([bold('⚠ Untrusted content is in this conversation: '), words(taintWords(taint)), ...taintDetail(taint)]);
  }
  if (request.destructive) rows.push([bold('⚠ This cannot be undone.')]);
  return rows;
}

function taintDetail(taint: NonNullable<ApprovalRequest['taint']>): readonly Piece[] {
  if (taint.kind === 'tool-result') return [words(' '), code(taint.toolName)];
  return taint.kind === 'participant' ? [words(' ('), user(taint.person.user), words(')')] : [];
}

/** Who has agreed so far, where several have to. */
export function agreedLines({ endorsements, request }: Approval): (readonly Piece[])[] {
  const agreed = endorsements.flatMap(({ decision }, index): Piece[] => [
    ...(index === 0 ? [] : [words(', ')]),
    user(decision.approver.user),
  ]);
  if (agreed.length === 0) return [];
  return [[bold(`${endorsements.length} of ${request.approvers.quorum} have agreed: `), ...agreed]];
}

/** What was done to the call before it was asked about. */
export function contextNotes(
  { effectiveArgsJson, injectedContext, earlier }: ApprovalRequest,
  link: string | null = null,
): KnownBlock[] {
  return [
    ...(effectiveArgsJson === null ? [] : [note('A rule changed what the model proposed; this is what would run.')]),
    ...(injectedContext === null ? [] : [note(`A rule adds this for the model: ${injectedContext}`)]),
    ...(earlier === null ? [] : [askedAgain(link)]),
  ];
}

const ASKED_AGAIN = 'Asked again: the arguments or the tool have changed since ';

const askedAgain = (link: string | null): KnownBlock =>
  link === null
    ? note(`${ASKED_AGAIN}an earlier card.`)
    : lines([[words(ASKED_AGAIN), { kind: 'link', url: link, text: 'an earlier card' }, words('.')]]);

function decisionButtons(request: ApprovalRequest, whole: boolean): ActionsBlock {
  const value = request.approvalId;
  const sure = request.destructive
    ? { confirm: confirmation('Are you sure?', `${request.title} cannot be undone.`, 'Approve') }
    : {};
  return {
    type: 'actions',
    elements: [
      ...(whole ? [button({ action: 'approve', label: 'Approve', value, style: 'primary', ...sure })] : []),
      button({ action: 'deny', label: 'Deny', value, style: 'danger' }),
      ...(mayEdit(request) ? [button({ action: 'edit', label: 'Edit arguments', value })] : []),
      ...(whole && offersRemembering(request)
        ? [button({ action: 'remember', label: "Approve & don't ask again", value, ...sure })]
        : []),
      button({ action: 'view_all', label: whole ? 'View all' : 'View all to approve', value }),
    ],
  };
}

/** People who have to agree must agree on one thing, so nobody edits it. */
export const mayEdit = ({ approvers }: ApprovalRequest): boolean => approvers.quorum <= 1;

/** "Don't ask again" is offered only where it would work: a cacheable tool, asked for by its gate, by one person. */
export const offersRemembering = ({ cacheable, sandbox, approvers, grantBy }: ApprovalRequest): boolean =>
  cacheable && sandbox === null && approvers.quorum <= 1 && (grantBy === 'approver' || !approvers.notRequester);
