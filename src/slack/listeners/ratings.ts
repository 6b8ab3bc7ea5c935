import type { App } from '@slack/bolt';
import { readPress } from '../payloads/interactions.ts';
import { readRating } from '../views/rating.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell } from './feedback.ts';

/** What people think of an answer: counted in the log for whoever runs the bot, and thanked for. */
export function registerRatings(bolt: App, context: ListenerContext): void {
  bolt.action('rate', async ({ ack, body }) => {
    await ack();
    const press = readPress({ ...body });
    const rated = press === null ? null : readRating(press.value);
    if (press === null || rated === null) return;
    context.logger.info({ conversation: rated.conversation, outcome: rated.rating }, 'an answer was rated');
    await tell(context, press, null, clickWords.rated);
  });
}
