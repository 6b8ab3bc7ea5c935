import type { App } from '@slack/bolt';
import type { ElicitationCommands } from '../../conversation/elicitation/commands.ts';
import { type Command, readCommand } from '../payloads/interactions.ts';
import { grantsNotice, pendingNotice } from '../views/command-answers.ts';
import { helpNotice } from '../views/help.ts';
import type { Message } from '../views/message.ts';
import { plainNotice } from '../views/notices.ts';
import { respondTo } from '../web/respond.ts';
import type { FetchFunction } from '../web/workspaces.ts';
import { clickWords } from '../words.ts';
import { askAgent } from './ask-agent.ts';
import type { ListenerContext } from './context.ts';

export const COMMAND = '/countersign';

export interface CommandParts {
  readonly elicitations: Pick<ElicitationCommands, 'waitingFor'>;
  readonly fetch: FetchFunction;
}

/**
 * `/countersign help | grants | pending | as NAME question`: answered to the person alone, but for a question to an
 * agent, which is there for everybody. All but that are acknowledged at once; a question is recorded first.
 */
export function registerCommands(bolt: App, context: ListenerContext, parts: CommandParts): void {
  bolt.command(COMMAND, async ({ ack, body }) => {
    const command = readCommand({ ...body });
    const isQuestion = command !== null && wordOf(command) === 'as';
    if (!isQuestion) await ack();
    if (command === null) return;
    const message = await answerTo(context, parts, command).catch(() => plainNotice(clickWords.failed));
    if (isQuestion) await ack();
    if (message === null) return;
    const answered = await respondTo(parts.fetch, command.responseUrl, message);
    if (!answered) context.logger.warn({}, 'a command could not be answered');
  });
}

const wordOf = ({ text }: Command): string => text.trim().toLowerCase().split(/\s+/)[0] ?? '';

async function answerTo(context: ListenerContext, parts: CommandParts, command: Command): Promise<Message | null> {
  const { commands, agents } = context;
  const { actor } = command;
  switch (wordOf(command)) {
    case 'as':
      return await askAgent(context, command);
    case 'grants':
      return grantsNotice(await commands.grantsOf(actor.person));
    case 'pending':
      return pendingNotice({
        ...(await commands.pendingFor(actor.person)),
        questions: await parts.elicitations.waitingFor(actor.person),
      });
    default:
      return helpNotice(agents);
  }
}
