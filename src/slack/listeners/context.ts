import type { ConversationCommands } from '../../conversation/commands.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Preferences } from '../../ports/preferences.ts';
import type { SentMessages } from '../delivery/context.ts';
import type { SlackDirectory } from '../directory.ts';
import type { Homes } from '../home.ts';
import type { Line } from '../line.ts';
import type { LiveAnswers } from '../live-answers.ts';
import type { Timers } from '../web/timers.ts';
import type { Workspaces } from '../web/workspaces.ts';

/** What listeners work with. None of it runs a model or a tool. */
export interface ListenerContext {
  readonly commands: ConversationCommands;
  /** Agents that have a name here. */
  readonly agents: readonly string[];
  readonly workspaces: Workspaces;
  readonly directory: SlackDirectory;
  readonly preferences: Pick<Preferences, 'chooseCardRoute'>;
  readonly homes: Homes;
  readonly line: Line;
  readonly live: LiveAnswers;
  readonly sent: SentMessages;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Something may be owed to Slack. */
  readonly onOwed: () => void;
  /** Slack says that the bot was removed somewhere. Rejects when it is to be told again. */
  readonly onRemoved: (body: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Slack says that an organisation let the bot into workspaces, or took it out. Rejects when it is to be told again. */
  readonly onAccessChanged: (body: Readonly<Record<string, unknown>>) => Promise<void>;
}
