import type { App, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { ApprovalListing } from '../../conversation/commands.ts';
import type { Person } from '../../domain/person.ts';
import { callbacks } from '../action-ids.ts';
import { type Press, readPress, readSubmission, type Submission } from '../payloads/interactions.ts';
import { shownArguments } from '../views/approval-card.ts';
import { argumentPages, maskedArguments } from '../views/arguments-text.ts';
import {
  fullView,
  NOTE_ACTION,
  NOTE_BLOCK,
  REMEMBER_ACTION,
  REMEMBER_BLOCK,
  readFullViewState,
  sayingView,
} from '../views/full-view.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell, workspaceFor } from './feedback.ts';
import { openModal, updateModal } from './modals.ts';
import { noteRefused, noteRefusedForm } from './refusals.ts';
import {
  type AfterSubmit,
  afterAnswer,
  answerFromModal,
  answerSubmission,
  findListing,
  unknownApproval,
} from './submissions.ts';

/** View all: every page of the arguments, and on the last one the approval. */
export function registerFullView(bolt: App, context: ListenerContext): void {
  bolt.action('view_all', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press !== null) await open(context, press);
  });
  bolt.action(/^page_(?:back|on)$/, async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press !== null) await turn(context, press);
  });
  bolt.view<ViewSubmitAction>(callbacks.viewAll, async ({ ack, body }) => {
    const submission = readSubmission({ ...body });
    if (submission !== null) await answerSubmission(context, ack, approveThere(context, submission), submission);
  });
}

async function open(context: ListenerContext, press: Press): Promise<void> {
  const listing = await findListing(context, press.value);
  const workspace = await workspaceFor(context, press, listing);
  if (workspace === null) return;
  const view =
    listing === null ? sayingView('Unknown', clickWords.unknownApproval) : fullView(listing.approval, 0, 'masked');
  const viewId = await openModal(context, workspace, press, view);
  if (listing === null) await noteRefused(context, press, null, 'unknown-approval');
  if (viewId === null || listing === null || !hasSecrets(listing)) return;
  if ((await secretsFor(context, listing, press.actor.person)) === 'masked') return;
  await updateModal(context, workspace, { id: viewId, hash: null }, fullView(listing.approval, 0, 'shown'));
}

async function turn(context: ListenerContext, press: Press): Promise<void> {
  const { view } = press;
  const state = view === null ? null : readFullViewState(view.metadata);
  const listing = state === null ? null : await findListing(context, state.approvalId);
  const workspace = await workspaceFor(context, press, listing);
  if (view === null || state === null || listing === null || workspace === null) return;
  const page = Math.max(0, state.page + (press.actionId === 'page_on' ? 1 : -1));
  const secrets = hasSecrets(listing) ? await secretsFor(context, listing, press.actor.person) : 'masked';
  const turned = await updateModal(context, workspace, view, fullView(listing.approval, page, secrets));
  if (!turned) await tell(context, press, listing, clickWords.failed);
}

const hasSecrets = ({ approval }: ApprovalListing): boolean =>
  maskedArguments(shownArguments(approval.request)).masked.length > 0;

/** Secrets are shown to those who may decide, and that is written down. */
async function secretsFor(
  context: ListenerContext,
  { approval, conversation }: ApprovalListing,
  person: Person,
): Promise<'masked' | 'shown'> {
  const { approvalId } = approval.request;
  if ((await context.commands.refusalFor(approvalId, person)) !== null) return 'masked';
  context.logger.info({ conversation, user: person.user }, 'masked arguments were shown to an approver');
  return 'shown';
}

/** With and without masks the pages may differ in number; the submit button stands on the last one either way. */
function lastPageOf({ approval }: ApprovalListing): number {
  const args = shownArguments(approval.request);
  return Math.min(argumentPages(args, 'masked').length, argumentPages(args, 'shown').length) - 1;
}

const remembered = z.object({ [REMEMBER_ACTION]: z.object({ selected_options: z.array(z.unknown()).min(1) }) });

const noted = z.object({ [NOTE_ACTION]: z.object({ value: z.string() }) });

async function approveThere(context: ListenerContext, submission: Submission): Promise<AfterSubmit> {
  const state = readFullViewState(submission.metadata);
  const listing = state === null ? null : await findListing(context, state.approvalId);
  if (state === null || listing === null) return unknownApproval();
  if (state.page < lastPageOf(listing)) {
    await noteRefusedForm(context, submission, listing, 'approve', 'needs-full-view');
    return { kind: 'show', view: sayingView('Not yet', refusalWords['needs-full-view']) };
  }
  const remember = remembered.safeParse(submission.values[REMEMBER_BLOCK]).success;
  const typed = noted.safeParse(submission.values[NOTE_BLOCK]).data?.[NOTE_ACTION].value.trim() ?? '';
  const note = typed === '' ? null : typed;
  const kind = remember ? 'approve-and-remember' : 'approve';
  return afterAnswer(await answerFromModal(context, submission, listing, { kind, note }));
}
