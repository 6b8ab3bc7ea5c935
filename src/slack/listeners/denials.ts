import type { App, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { callbacks } from '../action-ids.ts';
import { readPress, readSubmission, type Submission } from '../payloads/interactions.ts';
import { CANNED_BLOCK, denyForm, REASON_BLOCK, reasonOf } from '../views/deny-form.ts';
import { sayingView } from '../views/full-view.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { settledNotice, workspaceFor } from './feedback.ts';
import { openModal, updateModal } from './modals.ts';
import { noteRefused } from './refusals.ts';
import {
  type AfterSubmit,
  afterAnswer,
  answerFromModal,
  answerSubmission,
  findListing,
  unknownApproval,
} from './submissions.ts';

/** Deny: a form for the reason opens at once, and may be left empty. */
export function registerDenials(bolt: App, context: ListenerContext): void {
  bolt.action('deny', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press === null) return;
    const workspace = await workspaceFor(context, press, null);
    if (workspace === null) return;
    const viewId = await openModal(context, workspace, press, denyForm(press.value));
    const listing = viewId === null ? null : await findListing(context, press.value);
    if (viewId === null) return;
    const at = { id: viewId, hash: null };
    if (listing === null) {
      await updateModal(context, workspace, at, sayingView('Unknown', clickWords.unknownApproval));
      await noteRefused(context, press, null, 'unknown-approval');
    } else if (listing.approval.status.kind !== 'pending') {
      const { blocks } = settledNotice(listing.approval.status);
      await updateModal(context, workspace, at, { ...sayingView('Already decided', ''), blocks: [...blocks] });
      await noteRefused(context, press, listing, 'already-settled');
    } else {
      const refusal = await context.commands.refusalFor(listing.approval.request.approvalId, press.actor.person);
      if (refusal === null) return;
      await updateModal(context, workspace, at, sayingView('Not for you', refusalWords[refusal]));
      await noteRefused(context, press, listing, refusal);
    }
  });

  bolt.view<ViewSubmitAction>(callbacks.deny, async ({ ack, body }) => {
    const submission = readSubmission({ ...body });
    if (submission !== null) await answerSubmission(context, ack, deny(context, submission), submission);
  });
}

const chosen = z.object({ value: z.object({ selected_option: z.object({ value: z.string() }) }) });
const typed = z.object({ value: z.object({ value: z.string() }) });

async function deny(context: ListenerContext, submission: Submission): Promise<AfterSubmit> {
  const listing = await findListing(context, submission.metadata);
  if (listing === null) return unknownApproval();
  const canned = chosen.safeParse(submission.values[CANNED_BLOCK]).data?.value.selected_option.value ?? null;
  const words = typed.safeParse(submission.values[REASON_BLOCK]).data?.value.value ?? null;
  const outcome = await answerFromModal(context, submission, listing, {
    kind: 'deny',
    reason: reasonOf(canned, words),
  });
  return afterAnswer(outcome);
}
