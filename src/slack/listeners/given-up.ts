import { approvalId } from '../../domain/ids.ts';
import type { InboxItem } from '../../ports/inbox.ts';
import { bodyOf } from '../intake/inbox-handler.ts';
import type { Press } from '../payloads/interactions.ts';
import { readPayload } from '../payloads.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell } from './feedback.ts';
import { giveUpOn } from './give-up.ts';
import { tellPrivately } from './tell.ts';

/** Something failed for good and is handled no more: whoever sent it hears what came of it, so that they can try again. */
export async function tellGivenUp(context: ListenerContext, item: InboxItem): Promise<void> {
  context.logger.error({ key: item.key, kind: item.kind }, 'something from Slack was given up');
  try {
    const payload = readPayload(bodyOf(item));
    if (payload.kind === 'press') await tell(context, payload.press, null, await wordsFor(context, payload.press));
    if (payload.kind !== 'event' || payload.event.kind !== 'message') return;
    const { team, message } = payload.event;
    const workspace = await context.workspaces.of(team);
    const place = { channel: message.channel, user: message.author.user, threadTs: message.threadTs };
    if (workspace !== null) await tellPrivately(workspace, place, clickWords.parked);
  } catch {
    context.logger.warn({ key: item.key }, 'nobody could be told of it');
  }
}

/** The presses by which an approval is answered: of these it can be settled that nothing was recorded. */
const answers: ReadonlySet<string> = new Set(['approve', 'remember']);

async function wordsFor(context: ListenerContext, { actor, actionId: action, value }: Press): Promise<string> {
  if (!answers.has(action)) return clickWords.cannotTell;
  return await giveUpOn(context, { approvalId: approvalId(value), person: actor.person, action });
}
