import type { ModalView } from '@slack/types';
import { callbacks } from '../action-ids.ts';
import { cannedReasons } from '../words.ts';
import { LIMITS } from './limits.ts';
import { lines, plain, words } from './rich.ts';

export const CANNED_BLOCK = 'canned';
export const REASON_BLOCK = 'reason';
const VALUE = 'value';

/** Asks for a reason, which may be left out. It knows nothing but the approval's id, so it opens without a look-up. */
export function denyForm(approvalId: string): ModalView {
  return {
    type: 'modal',
    callback_id: callbacks.deny,
    private_metadata: approvalId,
    title: plain('Deny', LIMITS.viewTitle),
    submit: plain('Deny', LIMITS.viewTitle),
    close: plain('Go back', LIMITS.viewTitle),
    blocks: [
      lines([[words('The call will not run. The agent is told that it was denied, with the reason if you give one.')]]),
      {
        type: 'input',
        block_id: CANNED_BLOCK,
        optional: true,
        label: plain('Reason'),
        element: {
          type: 'static_select',
          action_id: VALUE,
          placeholder: plain('Choose one, or leave it open', LIMITS.optionText),
          options: cannedReasons.map((reason, index) => ({
            text: plain(reason, LIMITS.optionText),
            value: String(index),
          })),
        },
      },
      {
        type: 'input',
        block_id: REASON_BLOCK,
        optional: true,
        label: plain('In your own words'),
        element: { type: 'plain_text_input', action_id: VALUE, multiline: true, max_length: LIMITS.typedText },
      },
    ],
  };
}

/** The reason as it is recorded, from what was chosen and typed; null when there is none. */
export function reasonOf(canned: string | null, typed: string | null): string | null {
  const chosen = canned === null ? '' : (cannedReasons[Number(canned)] ?? '');
  const own = (typed ?? '').trim();
  const reason = [chosen, own].filter((part) => part !== '').join(': ');
  return reason === '' ? null : reason;
}
