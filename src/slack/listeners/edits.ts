import type { App, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { ApprovalListing } from '../../conversation/commands.ts';
import type { EditForms, FormDescription, FormModel } from '../../ports/edit-form.ts';
import { type Press, readOptionsQuery, readPress, readSubmission, type Submission } from '../payloads/interactions.ts';
import { shownArguments } from '../views/approval-card.ts';
import { maskedArguments } from '../views/arguments-text.ts';
import { formValuesOf } from '../views/edit-form/form-values.ts';
import { optionsFor } from '../views/edit-form/select-elements.ts';
import { EDIT_FORM_CALLBACK, editFormView } from '../views/edit-form.ts';
import { sayingView } from '../views/full-view.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { settledNotice, workspaceFor } from './feedback.ts';
import { openModal, updateModal } from './modals.ts';
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
    if (submission !== null) await answerSubmission(context, ack, edit(context, parts, submission));
  });

  bolt.options(/^value$/, async ({ ack, body }) => {
    const query = readOptionsQuery({ ...body });
    const listing = query === null ? null : await findListing(context, query.metadata);
    const model = listing === null ? null : await modelOf(parts, listing);
    await ack({ options: query === null || model === null ? [] : [...optionsFor(model, query.blockId, query.query)] });
  });
}

async function open(context: ListenerContext, parts: EditParts, press: Press): Promise<void> {
  const listing = await findListing(context, press.value);
  const workspace = await workspaceFor(context, press, listing);
  if (workspace === null) return;
  const form = listing === null ? null : await formView(parts, listing);
  if (listing === null || form === null) {
    await openModal(context, workspace, press, sayingView('Unknown', clickWords.unknownApproval));
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
  const refusal = await refusalView(context, press, listing);
  if (refusal !== null) await updateModal(context, workspace, { id: viewId, hash: null }, refusal);
  else if (secret) await updateModal(context, workspace, { id: viewId, hash: null }, form);
}

async function refusalView(
  context: ListenerContext,
  press: Press,
  { approval }: ApprovalListing,
): Promise<ModalView | null> {
  if (approval.status.kind !== 'pending') {
    return { ...sayingView('Already decided', ''), blocks: [...settledNotice(approval.status).blocks] };
  }
  const refusal = await context.commands.refusalFor(approval.request.approvalId, press.actor.person);
  return refusal === null ? null : sayingView('Not for you', refusalWords[refusal]);
}

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
    return {
      kind: 'show',
      view: { ...sayingView('Already decided', ''), blocks: [...settledNotice(approval.status).blocks] },
    };
  }
  const model = await modelOf(parts, listing);
  if (model === null) return { kind: 'show', view: sayingView('Not editable', clickWords.cannotEdit) };
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
