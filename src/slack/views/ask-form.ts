import type { ModalView } from '@slack/types';
import { callbacks } from '../action-ids.ts';
import { LIMITS } from './limits.ts';
import { lines, plain, words } from './rich.ts';

export const QUESTION_BLOCK = 'question';
export const QUESTION_ACTION = 'value';

/** Asks what somebody wants to know about a message. `place` says which; it comes back from the client and is checked. */
export const askForm = (place: string): ModalView => ({
  type: 'modal',
  callback_id: callbacks.ask,
  private_metadata: place,
  title: plain('Ask Countersign', LIMITS.viewTitle),
  submit: plain('Ask', LIMITS.viewTitle),
  close: plain('Cancel', LIMITS.viewTitle),
  blocks: [
    lines([[words('I answer in the thread of that message, where everybody sees it.')]]),
    {
      type: 'input',
      block_id: QUESTION_BLOCK,
      label: plain('What do you want to know or have done?', LIMITS.inputLabel),
      element: {
        type: 'plain_text_input',
        action_id: QUESTION_ACTION,
        multiline: true,
        max_length: LIMITS.typedText,
        initial_value: 'What is this about?',
      },
    },
  ],
});
