import type { ConversationId, TurnId } from '../../domain/ids.ts';
import type { Person } from '../../domain/person.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OpenStreams } from '../../ports/open-streams.ts';
import type { Thread } from '../place.ts';
import type { Timers } from '../web/timers.ts';
import type { Workspace } from '../web/workspaces.ts';

/** Whether streaming works in a workspace at all. Once Slack said that it does not, nobody asks again. */
export interface Latches {
  isOff(team: string): boolean;
  turnOff(team: string): void;
}

export const makeLatches = (logger: Logger): Latches => {
  const off = new Set<string>();
  return {
    isOff: (team) => off.has(team),
    turnOff(team) {
      if (!off.has(team)) logger.warn({ team }, 'streaming is not available in this workspace; answers are posted');
      off.add(team);
    },
  };
};

/** Everything one answer is written with. */
export interface AnswerPlace {
  readonly conversation: ConversationId;
  readonly turn: TurnId;
  readonly thread: Thread;
  readonly principal: Person;
  readonly workspaceOf: () => Promise<Workspace | null>;
  readonly streams: OpenStreams;
  readonly latches: Latches;
  readonly timers: Timers;
  readonly logger: Logger;
  /** The person pressed Stop, as Slack told us in answer to a write. */
  readonly onStopped: () => void;
}
