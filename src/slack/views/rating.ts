import type { ContextActionsBlock } from '@slack/types';
import type { ActionId } from '../action-ids.ts';
import { LIMITS } from './limits.ts';
import { plain } from './rich.ts';

const RATE: ActionId = 'rate';

export type Rating = 'good' | 'bad';

/** Two quiet buttons under a finished answer, by which people say whether it helped. They carry where it stands. */
export const ratingButtons = (conversation: string): ContextActionsBlock => ({
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: RATE,
      positive_button: { text: plain('Good answer', LIMITS.button), value: `good ${conversation}` },
      negative_button: { text: plain('Bad answer', LIMITS.button), value: `bad ${conversation}` },
    },
  ],
});

/** What a press means; null for what we never drew. It comes back from the client: good for counting, no more. */
export function readRating(value: string): { readonly rating: Rating; readonly conversation: string } | null {
  const [, rating, conversation = ''] = /^(good|bad) (\S{1,200})$/.exec(value) ?? [];
  return rating === 'good' || rating === 'bad' ? { rating, conversation } : null;
}
