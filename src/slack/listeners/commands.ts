import type { App } from '@slack/bolt';
import { type Command, readCommand } from '../payloads/interactions.ts';
import { grantsNotice, pendingNotice } from '../views/command-answers.ts';
import { helpNotice } from '../views/help.ts';
import type { Message } from '../views/message.ts';
import { plainNotice } from '../views/notices.ts';
import { respondTo } from '../web/respond.ts';
import type { FetchFunction } from '../web/workspaces.ts';
import { clickWords } from '../words.ts';
import type { ListenerContext } from './context.ts';

export const COMMAND = '/countersign';

/** `/countersign help | grants | pending`: acknowledged at once, answered to the person alone. */
export function registerCommands(bolt: App, context: ListenerContext, fetchFunction: FetchFunction): void {
  bolt.command(COMMAND, async ({ ack, body }) => {
    await ack();
    const command = readCommand({ ...body });
    if (command === null) return;
    const message = await answerTo(context, command).catch(() => plainNotice(clickWords.failed));
    const answered = await respondTo(fetchFunction, command.responseUrl, message);
    if (!answered) context.logger.warn({}, 'a command could not be answered');
  });
}

async function answerTo({ commands }: ListenerContext, { text, actor }: Command): Promise<Message> {
  const [word = ''] = text.trim().toLowerCase().split(/\s+/);
  switch (word) {
    case 'grants':
      return grantsNotice(await commands.grantsOf(actor.person));
    case 'pending':
      return pendingNotice(await commands.pendingFor(actor.person));
    default:
      return helpNotice();
  }
}
