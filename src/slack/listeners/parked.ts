import type { InboxItem } from '../../ports/inbox.ts';
import { bodyOf } from '../intake/inbox-handler.ts';
import { readPayload } from '../payloads.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';
import { tell } from './feedback.ts';
import { tellPrivately } from './tell.ts';

/** Something failed for good: whoever sent it hears that nothing came of it, so that they can try again. */
export async function tellParked(context: ListenerContext, item: InboxItem): Promise<void> {
  context.logger.error({ key: item.key, kind: item.kind }, 'something from Slack was put aside');
  try {
    const payload = readPayload(bodyOf(item));
    if (payload.kind === 'press') await tell(context, payload.press, null, clickWords.failed);
    if (payload.kind !== 'event' || payload.event.kind !== 'message') return;
    const { team, message } = payload.event;
    const workspace = await context.workspaces.of(team);
    const place = { channel: message.channel, user: message.author.user, threadTs: message.threadTs };
    if (workspace !== null) await tellPrivately(workspace, place, clickWords.parked);
  } catch {
    context.logger.warn({ key: item.key }, 'nobody could be told of it');
  }
}
