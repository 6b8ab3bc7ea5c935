import type { AnsweringOutcome, ApprovalListing } from '../../conversation/commands.ts';
import type { ApprovalStatus } from '../../domain/approvals.ts';
import type { Press } from '../payloads/interactions.ts';
import { threadOf } from '../place.ts';
import type { Message } from '../views/message.ts';
import { fallback, lines, type Piece, user, words } from '../views/rich.ts';
import type { Workspace } from '../web/workspaces.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tellPrivately } from './tell.ts';

/** The workspace of a card, whoever presses it; of the press where there is no card (any more). */
export async function workspaceFor(
  context: ListenerContext,
  press: Pick<Press, 'actor'>,
  listing: ApprovalListing | null,
): Promise<Workspace | null> {
  const team = listing === null ? null : (threadOf(listing.conversation)?.team ?? null);
  return await context.workspaces.of(team ?? press.actor.team);
}

/** Tells the person who pressed, and nobody else. */
export async function tell(
  context: ListenerContext,
  press: Press,
  listing: ApprovalListing | null,
  what: Message | string,
): Promise<void> {
  const workspace = await workspaceFor(context, press, listing);
  if (workspace === null) return;
  const thread = listing === null ? null : threadOf(listing.conversation);
  const channel = press.message?.channel ?? press.actor.person.user;
  const threadTs = thread !== null && thread.channel === channel ? thread.ts : press.threadTs;
  await tellPrivately(workspace, { channel, user: press.actor.person.user, threadTs }, what);
}

/** What a person has to be told about their answer; null where the card says it. */
export function answerNotice(outcome: AnsweringOutcome): Message | null {
  switch (outcome.kind) {
    case 'recorded':
      return null;
    case 'endorsed':
      return saying([words(`Your approval is counted: ${outcome.have} of ${outcome.need}.`)]);
    case 'already-settled':
      return settledNotice(outcome.status);
    case 'refused':
      return saying([words(refusalWords[outcome.because])]);
    case 'invalid-edit':
      return saying([words(outcome.reason)]);
    case 'unknown-approval':
      return saying([words(clickWords.unknownApproval)]);
  }
}

export function settledNotice(status: ApprovalStatus): Message {
  switch (status.kind) {
    case 'approved':
      return saying([words('Already approved by '), user(status.signed.decision.approver.user), words('.')]);
    case 'denied':
      return saying([words('Already denied by '), user(status.signed.decision.approver.user), words('.')]);
    case 'expired':
      return saying([words('Too late: this has expired. Nothing was run.')]);
    case 'superseded':
      return saying([words('This was withdrawn, because a newer message took its place.')]);
    case 'cancelled':
      return saying([words('This was cancelled. Nothing was run.')]);
    case 'pending':
      return saying([words('This is still open.')]);
  }
}

const saying = (line: readonly Piece[]): Message => ({
  text: fallback(line.map((piece) => ('text' in piece ? piece.text : '')).join('')),
  blocks: [lines([line])],
});
