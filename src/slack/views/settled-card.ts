import type { KnownBlock } from '@slack/types';
import type { Approval, ApprovalStatus, ApprovalsState } from '../../domain/approvals.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type { ResultOutcome } from '../../domain/event.ts';
import { shownArguments, toolLine } from './approval-card.ts';
import { argumentBlocks } from './arguments-text.ts';
import { changeLines } from './changes.ts';
import { SETTLED_ARGUMENTS } from './limits.ts';
import type { Message } from './message.ts';
import { bold, fallback, foreign, header, lines, type Piece, time, user, words } from './rich.ts';

export type Settled = Exclude<ApprovalStatus, { kind: 'pending' }>;

/** The card once it is settled: what was decided, by whom, when and why, what ran, and how that ended. No buttons. */
export function settledCard(approval: Approval, status: Settled, approvals: ApprovalsState): Message {
  const { request, settledAt } = approval;
  const title = `${headings[status.kind]}: ${request.title}`;
  const outcome = outcomeWords(approval, status, approvals);
  return {
    text: fallback(title),
    blocks: [
      header(title),
      lines([
        [...decisionLine(status), ...(settledAt === null ? [] : [words(' · '), time(settledAt)])],
        ...reasonLines(status),
        toolLine(request),
        [bold('Asked for by '), user(request.principal.user)],
        ...(outcome === null ? [] : [[bold('Outcome: '), words(outcome)]]),
      ]),
      ...whatRan(approval, status),
    ],
  };
}

const headings: Readonly<Record<Settled['kind'], string>> = {
  approved: 'Approved',
  denied: 'Denied',
  expired: 'Expired',
  superseded: 'Withdrawn',
  cancelled: 'Cancelled',
};

export function decisionLine(status: Settled): readonly Piece[] {
  switch (status.kind) {
    case 'approved': {
      const { decision, approver } = status.signed.decision;
      const how = decision === 'approve-edited' ? ' with changed arguments' : rememberedWords(decision);
      return [bold('Approved by '), user(approver.user), words(how)];
    }
    case 'denied':
      return [bold('Denied by '), user(status.signed.decision.approver.user)];
    case 'expired':
      return [bold('Nobody answered in time.'), words(' Nothing was run.')];
    case 'superseded':
      return [bold('Withdrawn'), words(', because a newer message took its place. Nothing was run.')];
    case 'cancelled':
      return status.by === null
        ? [bold('Cancelled.'), words(' Nothing was run.')]
        : [bold('Cancelled by '), user(status.by.user), words('. Nothing was run.')];
    default:
      return assertNever(status);
  }
}

const rememberedWords = (decision: string): string =>
  decision === 'approve-and-remember' ? ', not to be asked again in this conversation' : '';

function reasonLines(status: Settled): (readonly Piece[])[] {
  const reason = 'signed' in status ? status.signed.decision.reason : null;
  const label = status.kind === 'approved' ? 'Note: ' : 'Reason: ';
  return reason === null || reason === '' ? [] : [[bold(label), foreign(reason, 1_000)]];
}

const outcomes: Readonly<Record<ResultOutcome, string>> = {
  succeeded: 'It ran.',
  failed: 'It ran and failed.',
  denied: 'It was not run.',
  refused: 'It was refused and not run.',
  'not-found': 'The tool is gone; it was not run.',
  invalid: 'The arguments no longer fit the tool; it was not run.',
  expired: 'It was not run.',
  cancelled: 'It was cancelled and not run.',
  unknown: 'It is not known whether it ran.',
};

/** What became of a call that was approved; null for any other. */
export function outcomeWords({ request }: Approval, status: Settled, approvals: ApprovalsState): string | null {
  if (status.kind !== 'approved') return null;
  const outcome = approvals.results.get(request.call.requestId);
  if (outcome !== undefined) return outcomes[outcome];
  return approvals.dispatches.has(request.call.requestId) ? 'Running …' : 'Waiting to run …';
}

function whatRan(approval: Approval, status: Settled): readonly KnownBlock[] {
  const proposed = shownArguments(approval.request);
  const edited = status.kind === 'approved' ? status.signed.decision.effectiveArgsJson : null;
  if (edited === null || edited === proposed) return argumentBlocks(proposed, SETTLED_ARGUMENTS).blocks;
  return [
    lines([[bold('What was changed')], ...changeLines(proposed, edited)]),
    lines([[bold('What was approved')]]),
    ...argumentBlocks(edited, SETTLED_ARGUMENTS).blocks,
  ];
}
