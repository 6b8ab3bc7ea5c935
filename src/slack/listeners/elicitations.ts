import type { App, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type {
  ElicitationCommands,
  ElicitationListing,
  ElicitationOutcome,
} from '../../conversation/elicitation/commands.ts';
import { readArguments } from '../../domain/canonical-json.ts';
import type { ElicitationStatus } from '../../domain/elicitation.ts';
import { approvalId } from '../../domain/ids.ts';
import type { EditForms, FormDescription, FormModel } from '../../ports/edit-form.ts';
import { callbacks } from '../action-ids.ts';
import { type Press, readPress, readSubmission, type Submission } from '../payloads/interactions.ts';
import { threadOf } from '../place.ts';
import { formValuesOf } from '../views/edit-form/form-values.ts';
import { elicitationForm, fieldNames, proposedContent } from '../views/elicitation-form.ts';
import { sayingView } from '../views/full-view.ts';
import { clickWords, refusalWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell, workspaceFor } from './feedback.ts';
import { openModal, updateModal } from './modals.ts';
import { noteRefused } from './refusals.ts';
import { type AfterSubmit, answerSubmission } from './submissions.ts';
import { tellPrivately } from './tell.ts';

export interface ElicitationParts {
  readonly elicitations: ElicitationCommands;
  readonly forms: EditForms;
}

/** What people answer a server that asks while its call runs: a form, a page they visited, or no. */
export function registerElicitations(bolt: App, context: ListenerContext, parts: ElicitationParts): void {
  bolt.action('elicit_form', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    if (press !== null) await open(context, parts, press);
  });
  // The client has opened the page; there is nothing for us to do.
  bolt.action('elicit_open', async ({ ack }) => await ack());
  bolt.action('elicit_visited', async ({ ack, body }) => {
    await ack();
    await pressed(context, parts, readPress({ ...body }), { kind: 'accept', contentJson: null });
  });
  bolt.action('elicit_decline', async ({ ack, body }) => {
    await ack();
    await pressed(context, parts, readPress({ ...body }), { kind: 'decline' });
  });
  bolt.view<ViewSubmitAction>(callbacks.elicit, async ({ ack, body }) => {
    const submission = readSubmission({ ...body });
    if (submission !== null) await answerSubmission(context, ack, submitted(context, parts, submission), submission);
  });
}

/** Tried again a moment later by the inbox. */
class CardNotYetNoted extends Error {
  override readonly name = 'CardNotYetNoted';
}

async function pressed(
  context: ListenerContext,
  { elicitations }: ElicitationParts,
  press: Press | null,
  answer: Parameters<ElicitationCommands['answer']>[0]['answer'],
): Promise<void> {
  if (press === null || press.message === null) return;
  const id = approvalId(press.value);
  const listing = await elicitations.find(id);
  if (listing === null) {
    await noteRefused(context, press, null, 'unknown-approval');
    return await tell(context, press, null, clickWords.unknownQuestion);
  }
  const { asked, cards, status } = listing.elicitation;
  // A form is answered in its form; a press that claims otherwise changes nothing.
  if (answer.kind === 'accept' && asked.ask.kind === 'form') {
    await noteRefused(context, press, null, 'wrong-card');
    return await tell(context, press, null, refusalWords['wrong-card']);
  }
  // Somebody can be faster than the note that the card was posted.
  const thread = threadOf(listing.conversation);
  const isHere = press.message.channel === thread?.channel;
  if (cards.length === 0 && isHere && status.kind === 'pending') throw new CardNotYetNoted();
  const { person, enterprise } = press.actor;
  const card = { channel: press.message.channel, message: press.message.ts };
  const outcome = await elicitations.answer({ approvalId: id, person, enterprise, card, answer });
  context.onOwed();
  context.homes.refresh(person);
  const words = wordsFor(outcome);
  const workspace = words === null ? null : await workspaceFor(context, press, null);
  if (words === null || workspace === null) return;
  const threadTs = isHere ? thread.ts : null;
  await tellPrivately(workspace, { channel: press.message.channel, user: person.user, threadTs }, words);
}

async function open(context: ListenerContext, { elicitations, forms }: ElicitationParts, press: Press): Promise<void> {
  const workspace = await workspaceFor(context, press, null);
  if (workspace === null) return;
  const id = approvalId(press.value);
  const listing = await elicitations.find(id);
  const wasOpen = listing?.elicitation.status.kind === 'pending';
  const viewId = await openModal(context, workspace, press, viewFor(forms, listing));
  if (listing === null) return await noteRefused(context, press, null, 'unknown-approval');
  const refusal = await elicitations.refusalFor(id, press.actor.person);
  // That it is settled was said by the view itself, unless it was settled in this moment.
  if (refusal === null || !wasOpen || viewId === null) return;
  await updateModal(context, workspace, { id: viewId, hash: null }, sayingView('Not for you', refusalWords[refusal]));
}

function viewFor(forms: EditForms, listing: ElicitationListing | null): ModalView {
  if (listing === null) return sayingView('Unknown', clickWords.unknownQuestion);
  const { asked, status } = listing.elicitation;
  if (status.kind !== 'pending') return sayingView('Already settled', settledWords(status));
  const form = formOf(forms, listing);
  return form.kind === 'refused'
    ? sayingView('Not answerable', 'This question cannot be shown as a form.')
    : elicitationForm(form, asked);
}

/** A server may ask for nothing but a yes. */
const NO_FIELDS = { kind: 'no-fields', notes: [], fields: [] } as const;

function formOf(forms: EditForms, { elicitation }: ElicitationListing): FormDescription | typeof NO_FIELDS {
  const { ask } = elicitation.asked;
  const schema = ask.kind === 'form' ? readArguments(ask.schemaJson) : null;
  if (ask.kind !== 'form' || schema?.kind !== 'read') return { kind: 'refused', reason: 'It is no form.' };
  if (fieldNames(ask.schemaJson).length === 0) return NO_FIELDS;
  return forms.describe(schema.value, proposedContent(ask.schemaJson));
}

/** The form behind an open modal, described again from the log; null when the id is of no question that has one. */
export async function askedForm({ elicitations, forms }: ElicitationParts, id: string): Promise<FormModel | null> {
  const listing = await elicitations.find(approvalId(id));
  const form = listing === null ? null : formOf(forms, listing);
  return form?.kind === 'form' ? form : null;
}

async function submitted(
  context: ListenerContext,
  { elicitations, forms }: ElicitationParts,
  submission: Submission,
): Promise<AfterSubmit> {
  const id = approvalId(submission.metadata);
  const listing = await elicitations.find(id);
  const form = listing === null ? null : formOf(forms, listing);
  if (listing === null || form === null || form.kind === 'refused') return saying(clickWords.unknownQuestion);
  const [card] = listing.elicitation.cards;
  if (card === undefined) return saying(refusalWords['wrong-card']);
  const reading =
    form.kind === 'no-fields'
      ? ({ kind: 'args', argsJson: '{}' } as const)
      : forms.read(form, formValuesOf(form, { values: submission.values }));
  if (reading.kind === 'errors') return { kind: 'errors', errors: Object.fromEntries(reading.errors) };
  const { person, enterprise } = submission.actor;
  const answer = { kind: 'accept', contentJson: reading.argsJson } as const;
  const outcome = await elicitations.answer({ approvalId: id, person, enterprise, card, answer });
  context.onOwed();
  context.homes.refresh(person);
  const words = wordsFor(outcome);
  return words === null ? { kind: 'close' } : saying(words);
}

const saying = (text: string): AfterSubmit => ({ kind: 'show', view: sayingView('Not sent', text) });

function wordsFor(outcome: ElicitationOutcome): string | null {
  switch (outcome.kind) {
    case 'recorded':
      return null;
    case 'already-settled':
      return settledWords(outcome.status);
    case 'refused':
      return refusalWords[outcome.because];
    case 'unknown':
      return clickWords.unknownQuestion;
  }
}

function settledWords(status: ElicitationStatus): string {
  if (status.kind === 'answered') return clickWords.alreadyAnswered;
  return status.kind === 'closed' && status.because === 'expired'
    ? 'Too late: this question has expired. Nothing was handed over.'
    : 'The call that asked has ended. Nothing was handed over.';
}
