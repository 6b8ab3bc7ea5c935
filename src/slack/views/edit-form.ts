import type { KnownBlock, ModalView } from '@slack/types';
import type { FormModel } from '../../ports/edit-form.ts';
import { callbacks } from '../action-ids.ts';
import { fieldBlocks } from './edit-form/field-blocks.ts';
import { LIMITS } from './limits.ts';
import { plain } from './rich.ts';

/** What submitting the form is called. */
export const EDIT_FORM_CALLBACK = callbacks.edit;

export interface EditFormViewInput {
  readonly model: FormModel;
  /** What the tool is called on its card. */
  readonly toolTitle: string;
  /** Opaque; the only thing about the call that is in the view. Both it and the answers come back from the client. */
  readonly approvalId: string;
  /** Sentences by field id, for a view that is shown again; for a submission, answer with `response_action: errors`. */
  readonly errors?: ReadonlyMap<string, string>;
}

/**
 * The modal in which an approver corrects the arguments of a call. Foreign text is plain_text throughout. Every input
 * block's id is its field's id (further boxes of a long value `f0-1`, `f0-2`, …; what an empty box means `f0-empty`),
 * so `errors` of a reading can be answered to Slack as they are. https://docs.slack.dev/surfaces/modals
 */
export function editFormView({ model, toolTitle, approvalId, errors }: EditFormViewInput): ModalView {
  const notes = model.notes.map((note) => section(note));
  return {
    type: 'modal',
    callback_id: EDIT_FORM_CALLBACK,
    private_metadata: approvalId,
    title: plain('Edit arguments', LIMITS.viewTitle),
    submit: plain('Approve edited', LIMITS.viewTitle),
    close: plain('Cancel', LIMITS.viewTitle),
    blocks: [
      section(`${toolTitle}. What you leave as it is stays exactly as proposed.`),
      ...notes,
      ...errorSection(model, errors),
      ...model.fields.flatMap(fieldBlocks),
    ],
  };
}

function errorSection(model: FormModel, errors: ReadonlyMap<string, string> = new Map()): readonly KnownBlock[] {
  const lines = model.fields.flatMap(({ id, label }) => {
    const problem = errors.get(id);
    return problem === undefined ? [] : [`${label}: ${problem}`];
  });
  return lines.length === 0 ? [] : [section(lines.join('\n'))];
}

function section(text: string): KnownBlock {
  return { type: 'section', text: plain(text) };
}
