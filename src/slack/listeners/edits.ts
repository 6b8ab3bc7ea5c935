import type { App, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ApprovalListing } from '../../conversation/commands.ts';
import type { ApprovalStatus } from '../../domain/approvals.ts';
import type { ClickRefusal } from '../../domain/event.ts';
import type { EditForms, FormDescription, FormModel } from '../../ports/edit-form.ts';
import { type Press, readPress, readSubmission, type Submission } from '../payloads/interactions.ts';
import { shownArguments } from '../views/approval-card.ts';
import { maskedArguments } from '../views/arguments-text.ts';
import { formValuesOf } from '../views/edit-form/form-values.ts';
import { EDIT_FORM_CALLBACK, editFormView } from '../views/edit-form.ts';
import { sayingView } from '../views/full-view.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { settledNotice, workspaceFor } from './feedback.ts';
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

export interface EditParts {
  readonly forms: EditForms;
  /** The JSON Schema of a card's tool as it is now; undefined when the tool is gone. */
  readonly schemaOf: (listing: ApprovalListing) => Promise<unknown>;
}

/** Edit arguments: a form made from the tool's schema. What was submitted is read against the log, never a stored form. */
export function registerEdits(bolt: App, context: ListenerContext, parts: EditParts): void {
  bolt.action('edit', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press !== null) await open(context, parts, press);
  });

  bolt.view<ViewSubmitAction>(EDIT_FORM_CALLBACK, async ({ ack, body }) => {
    const submission = readSubmission({ ...body });
    if (submission !== null) await answerSubmission(context, ack, edit(context, parts, submission), submission);
  });
}

/** The form behind an open modal, described again from the log; null when the id is of no card or the card has none. */
export async function editedForm(context: ListenerContext, parts: EditParts, id: string): Promise<FormModel | null> {
  const listing = await findListing(context, id);
  return listing === null ? null : await modelOf(parts, listing);
}

async function open(context: ListenerContext, parts: EditParts, press: Press): Promise<void> {
  const listing = await findListing(context, press.value);
  const workspace = await workspaceFor(context, press, listing);
  if (workspace === null) return;
  const form = listing === null ? null : await formView(parts, listing);
  if (listing === null || form === null) {
    await openModal(context, workspace, press, sayingView('Unknown', clickWords.unknownApproval));
    await noteRefused(context, press, null, 'unknown-approval');
    return;
  }
  // The form shows values the card masks: then it is for those who may decide, and shown when that is known.
  const secret = maskedArguments(shownArguments(listing.approval.request)).masked.length > 0;
  const viewId = await openModal(
    context,
    workspace,
    press,
    secret ? sayingView('Edit arguments', 'One moment …') : form,
  );
  if (viewId === null) return;
  const at = { id: viewId, hash: null };
  const refusal = await refusalOf(context, press, listing);
  if (refusal !== null) {
    await updateModal(context, workspace, at, refusalView(listing.approval.status, refusal));
    await noteRefused(context, press, listing, refusal);
  } else if (secret) {
    await updateModal(context, workspace, at, form);
  }
}

async function refusalOf(
  { commands }: ListenerContext,
  { actor }: Press,
  { approval: { request, status } }: ApprovalListing,
): Promise<ClickRefusal | null> {
  return status.kind === 'pending' ? await commands.refusalFor(request.approvalId, actor.person) : 'already-settled';
}

const refusalView = (status: ApprovalStatus, refusal: ClickRefusal): ModalView =>
  status.kind === 'pending' ? sayingView('Not for you', refusalWords[refusal]) : settledView(status);

const settledView = (status: ApprovalStatus): ModalView => ({
  ...sayingView('Already decided', ''),
  blocks: [...settledNotice(status).blocks],
});

async function formView(parts: EditParts, listing: ApprovalListing): Promise<ModalView> {
  const { request } = listing.approval;
  const described = await describe(parts, listing);
  if (described.kind === 'refused') return sayingView('Not editable', `${clickWords.cannotEdit} ${described.reason}`);
  return editFormView({ model: described, toolTitle: request.title, approvalId: request.approvalId });
}

async function describe({ forms, schemaOf }: EditParts, listing: ApprovalListing): Promise<FormDescription> {
  const schema = await schemaOf(listing);
  if (schema === undefined) return { kind: 'refused', reason: 'The tool is no longer available.' };
  return forms.describe(schema, shownArguments(listing.approval.request));
}

async function modelOf(parts: EditParts, listing: ApprovalListing): Promise<FormModel | null> {
  const described = await describe(parts, listing);
  return described.kind === 'form' ? described : null;
}

async function edit(context: ListenerContext, parts: EditParts, submission: Submission): Promise<AfterSubmit> {
  const listing = await findListing(context, submission.metadata);
  if (listing === null) return unknownApproval();
  const { approval } = listing;
  if (approval.status.kind !== 'pending') {
    await noteRefusedForm(context, submission, listing, 'approve-edited', 'already-settled');
    return { kind: 'show', view: settledView(approval.status) };
  }
  const model = await modelOf(parts, listing);
  if (model === null) {
    await noteRefusedForm(context, submission, listing, 'approve-edited', 'may-not-edit');
    return { kind: 'show', view: sayingView('Not editable', clickWords.cannotEdit) };
  }
  const reading = parts.forms.read(model, formValuesOf(model, { values: submission.values }));
  if (reading.kind === 'errors') return { kind: 'errors', errors: Object.fromEntries(reading.errors) };
  // Whoever leaves everything as it is has seen it all in the form, and approves what was proposed.
  const unchanged = reading.argsJson === shownArguments(approval.request);
  const answer = unchanged
    ? { kind: 'approve' as const, note: null }
    : { kind: 'approve-edited' as const, argsJson: reading.argsJson, note: null };
  const outcome = await answerFromModal(context, submission, listing, answer);
  const [field] = model.fields;
  if (outcome.kind === 'invalid-edit' && field !== undefined) {
    return { kind: 'errors', errors: { [field.id]: outcome.reason } };
  }
  return afterAnswer(outcome);
}
