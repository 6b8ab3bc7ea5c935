import { z } from 'zod';
import type { RequestId } from '../domain/ids.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenStreams } from '../ports/open-streams.ts';
import type { Answer, Surface } from '../ports/surface.ts';
import type { Latches } from './answer/place.ts';
import type { LiveAnswers } from './live-answers.ts';
import { type Thread, threadOf } from './place.ts';
import { makeAnswer } from './stream-writer.ts';
import { makeTtlCache } from './ttl-cache.ts';
import type { Timers } from './web/timers.ts';
import type { Workspaces } from './web/workspaces.ts';

export interface SurfaceParts {
  readonly workspaces: Workspaces;
  readonly streams: OpenStreams;
  readonly live: LiveAnswers;
  readonly latches: Latches;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Slack told us that a person pressed Stop. */
  readonly onStopped: (place: Parameters<Surface['openAnswer']>[0]) => void;
  /** Nothing more of an answer will be written here; what was not shown of it is still remembered. */
  readonly onWritten: (place: Parameters<Surface['openAnswer']>[0]) => void;
  /** An answer has ended, and with it these tool calls: their cards may say so. */
  readonly onEnded: (place: Parameters<Surface['openAnswer']>[0], ran: readonly RequestId[]) => void;
}

/** The bot's side of the conversation port: answers in Slack threads. Cards and notices are owed through the outbox. */
export function makeSurface(parts: SurfaceParts): Surface {
  const { workspaces, live, timers, logger } = parts;
  const reachable = makeTtlCache<boolean>({ ttlMs: REACHABLE_MS, size: CHANNELS_KEPT, now: () => timers.now() });
  return {
    openAnswer(place) {
      const thread = threadOf(place.conversation);
      if (thread === null) return nowhere;
      const answer = makeAnswer({
        ...place,
        thread,
        workspaceOf: () => workspaces.of(thread.team),
        streams: parts.streams,
        latches: parts.latches,
        timers,
        logger,
        onStopped: () => parts.onStopped(place),
      });
      live.add(place.conversation, place.turn, answer);
      void answer.done.then(() => parts.onWritten(place));
      const ran = new Set<RequestId>();
      return {
        push(event) {
          if (event.kind === 'tool-ended') ran.add(event.requestId);
          answer.push(event);
        },
        async end(how) {
          await answer.end(how);
          parts.onEnded(place, [...ran]);
        },
      };
    },
    async canAsk(conversation) {
      const thread = threadOf(conversation);
      if (thread === null) return false;
      return await reachable.get(`${thread.team} ${thread.channel}`, () => canPostIn(workspaces, thread));
    },
  };
}

const REACHABLE_MS = 60_000;
const CHANNELS_KEPT = 1_000;

const nowhere: Answer = { push() {}, end: () => Promise.resolve() };

const channelInfo = z.object({ channel: z.object({ is_archived: z.boolean().catch(false) }) });
const UNREACHABLE: ReadonlySet<string> = new Set(['channel_not_found', 'not_in_channel', 'is_archived']);

/** A card can be posted unless Slack says that it cannot; a look-up that fails leaves it to the card's own deadline. */
async function canPostIn(workspaces: Workspaces, thread: Thread): Promise<boolean> {
  const workspace = await workspaces.of(thread.team).catch(() => 'no token now' as const);
  if (workspace === 'no token now') return true;
  if (workspace === null) return false;
  const outcome = await workspace.now.call('conversations.info', { channel: thread.channel });
  if (outcome.kind === 'refused') return !UNREACHABLE.has(outcome.code);
  const info = outcome.kind === 'ok' ? channelInfo.safeParse(outcome.body) : null;
  return info?.success !== true || !info.data.channel.is_archived;
}
