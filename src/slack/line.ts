import type { ConversationId } from '../domain/ids.ts';
import type { Logger } from '../ports/logger.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import { type PrivatePlace, tellPrivately } from './listeners/tell.ts';
import type { Timers } from './web/timers.ts';
import type { Workspaces } from './web/workspaces.ts';
import { lineWords } from './words.ts';

/** With 32 turns at a time of some seconds each, the last of so many waits for minutes: people had better come back. */
const LONGEST_LINE = 1_000;
/** So late is it noticed that the line is full: what comes in between is taken on. */
const LOOK_EVERY_MS = 1_000;
/** A turn that begins within this needs no word about waiting. */
const PATIENCE_MS = 2_000;
/** Slack sends some messages twice, seconds apart; one that was turned away must not be taken on by its twin. */
const TWINS_WITHIN_MS = 60_000;
const TURNED_AWAY_KEPT = 10_000;

/** A conversation whose person has not been told yet that it waits. */
interface Joined {
  readonly at: number;
  readonly team: string;
  readonly place: PrivatePlace;
}

/** The conversations that wait for a turn because every worker has one. */
export interface Line {
  /** `turned-away`: its twin was, a moment ago. */
  judge(messageId: string): 'takes' | 'full' | 'turned-away';
  /** People were told that this message is not taken on. */
  turnedAway(messageId: string): void;
  /** Somebody's message may have to wait from now on; they are told their place if it does. */
  join(conversation: ConversationId, waiting: Omit<Joined, 'at'>): void;
  figures(): LineFigures;
  start(): void;
  stop(): void;
}

export interface LineFigures {
  /** Conversations in line, of all processes, at the last look; no more are counted than the line may have. */
  readonly waiting: number;
  /** Messages this process has turned away. */
  readonly turnedAway: number;
}

/** Looks at the line at intervals. What it knows of people is in memory only: a restart costs them the word, not the turn. */
export function makeLine(deps: {
  readonly work: Pick<WorkQueue, 'line'>;
  readonly workspaces: Pick<Workspaces, 'of'>;
  readonly timers: Timers;
  readonly logger: Logger;
  readonly longest?: number;
}): Line {
  const { work, workspaces, timers, logger, longest = LONGEST_LINE } = deps;
  const joined = new Map<ConversationId, Joined>();
  const away = new Map<string, number>();
  let waiting = 0;
  let awayCount = 0;
  let running = false;
  let cancelLook = (): void => {};

  const tell = async ({ team, place }: Joined, ahead: number): Promise<void> => {
    const workspace = await workspaces.of(team);
    const told = workspace !== null && (await tellPrivately(workspace, place, lineWords.waits(ahead)));
    if (!told) logger.info({ channel: place.channel }, 'nobody could be told that they wait');
  };

  const look = async (): Promise<void> => {
    try {
      const line = await work.line(longest);
      waiting = line.length;
      const places = new Map(line.map((conversation, i) => [conversation, i]));
      for (const [conversation, one] of joined) {
        if (timers.now() - one.at < PATIENCE_MS) continue;
        joined.delete(conversation);
        const ahead = places.get(conversation);
        if (ahead !== undefined) void tell(one, ahead).catch(() => {});
      }
    } catch (error) {
      logger.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'the line could not be looked at');
    }
    if (running) cancelLook = timers.after(LOOK_EVERY_MS, () => void look());
  };

  return {
    judge(messageId) {
      const at = away.get(messageId);
      if (at !== undefined && timers.now() - at < TWINS_WITHIN_MS) return 'turned-away';
      return waiting < longest ? 'takes' : 'full';
    },
    turnedAway(messageId) {
      away.set(messageId, timers.now());
      awayCount += 1;
      dropOldest(away, TURNED_AWAY_KEPT);
    },
    join(conversation, one) {
      joined.set(conversation, { ...one, at: timers.now() });
      dropOldest(joined, longest);
    },
    figures: () => ({ waiting, turnedAway: awayCount }),
    start() {
      running = true;
      void look();
    },
    stop() {
      running = false;
      cancelLook();
    },
  };
}

function dropOldest(map: Map<unknown, unknown>, kept: number): void {
  const [oldest] = map.keys();
  if (map.size > kept) map.delete(oldest);
}
