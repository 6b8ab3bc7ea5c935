import type { ConversationCommands } from '../conversation/commands.ts';
import { turnId } from '../domain/ids.ts';
import type { Logger } from '../ports/logger.ts';
import type { OpenStreams } from '../ports/open-streams.ts';
import type { Outbox, OutboxItem } from '../ports/outbox.ts';
import type { Preferences } from '../ports/preferences.ts';
import { inSpan, noTraces, type Tracer } from '../ports/tracer.ts';
import { deliverCard } from './delivery/card.ts';
import {
  type CardAddresses,
  type DeliveryContext,
  type SentMessages,
  STILL_WRITING,
  STILL_WRITING_LOOK_MS,
} from './delivery/context.ts';
import { announceDeferred } from './delivery/deferred.ts';
import { deliverElicitation } from './delivery/elicitation.ts';
import { deliverAnswer, deliverEnding } from './delivery/notices.ts';
import { deliverNudge } from './delivery/nudge.ts';
import { deliverOutcomeQuestion } from './delivery/outcome-question.ts';
import type { Delivery } from './delivery/send.ts';
import { announceWaiting } from './delivery/waiting.ts';
import type { SlackDirectory } from './directory.ts';
import type { LiveAnswers } from './live-answers.ts';
import { threadOf } from './place.ts';
import { type Timers, wait, within } from './web/timers.ts';
import type { Workspaces } from './web/workspaces.ts';

export interface DeliveryParts {
  readonly outbox: Outbox;
  readonly commands: ConversationCommands;
  readonly workspaces: Workspaces;
  readonly streams: OpenStreams;
  readonly live: LiveAnswers;
  readonly sent: SentMessages;
  readonly links: CardAddresses;
  readonly directory: Pick<SlackDirectory, 'profile' | 'membersOfGroup'>;
  readonly preferences: Pick<Preferences, 'whoChoseDirect'>;
  readonly soleProcess: boolean;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
}

export interface DeliveryWorker {
  start(): void;
  /** Something may be owed. */
  kick(): void;
  stop(): Promise<void>;
}

const POLL_MS = 200;
const BATCH = 32;
/** Longer than delivering anything takes: one call waits at most for its timeout and its place in the budget. */
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** About eight hours. What could not be delivered by then is reported and dropped; the log keeps it. */
const ATTEMPTS = 100;
/** A store that failed may answer again soon; after that the item's lease brings it back. */
const RECORD_TRIES = 5;
const RECORD_RETRY_MS = 1_000;
const STOP_TIMEOUT_MS = 2_000;

/**
 * Delivers what is owed to Slack: reads the log, shows the newest truth, settles. One item of a conversation at a time,
 * so that what people see follows the order of the log; a new revision of an item is a new round of the same.
 */
export function makeDelivery(parts: DeliveryParts): DeliveryWorker {
  const { outbox, timers, logger, tracer = noTraces } = parts;
  const lanes = new Map<string, Promise<void>>();
  let running = false;
  let looking = false;
  let lookAgain = false;
  let cancelPoll = (): void => {};

  const look = async (): Promise<void> => {
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    try {
      for (const item of await outbox.take(BATCH, LEASE_MS)) inLane(item);
    } catch (error) {
      logger.error({ code: nameOf(error) }, 'the outbox could not be read');
    }
    looking = false;
    if (lookAgain && running) {
      lookAgain = false;
      void look();
    }
  };

  const inLane = (item: OutboxItem): void => {
    const before = lanes.get(item.conversation) ?? Promise.resolve();
    const { conversation } = item;
    // Whoever made us look, a turn perhaps, has nothing to do with what is owed.
    const span = { name: 'delivery', place: { kind: 'apart' }, fields: { conversation } } as const;
    const after = before.then(() => inSpan(tracer, span, () => handle(item)));
    lanes.set(item.conversation, after);
    void after.then(() => {
      if (lanes.get(item.conversation) === after) lanes.delete(item.conversation);
    });
  };

  const handle = async (item: OutboxItem): Promise<void> => {
    if (!running) return;
    let delivery: Delivery;
    try {
      delivery = await deliverOnceWritten(item);
    } catch (error) {
      logger.error({ item: item.key, code: nameOf(error), attempts: item.attempts }, 'a delivery failed');
      delivery = { kind: 'again', afterMs: null };
    }
    for (let tries = 0; tries < RECORD_TRIES; tries += 1) {
      try {
        return await record(item, delivery);
      } catch (error) {
        logger.error({ item: item.key, code: nameOf(error) }, 'the outbox could not be updated');
      }
      await wait(timers, RECORD_RETRY_MS);
    }
  };

  /** What comes after an answer waits here until that is shown: waiting is no failed attempt, however long it takes. */
  const deliverOnceWritten = async (item: OutboxItem): Promise<Delivery> => {
    for (;;) {
      const delivery = await deliver(parts, item);
      if (delivery !== STILL_WRITING || !running) return delivery;
      await wait(timers, STILL_WRITING_LOOK_MS);
    }
  };

  const record = async (item: OutboxItem, delivery: Delivery): Promise<void> => {
    if (delivery.kind === 'again' && item.attempts < ATTEMPTS) {
      // The outbox keeps whole milliseconds.
      const delay = Math.round(delivery.afterMs ?? backOff(item.attempts));
      await outbox.postpone(item, timers.now() + delay);
      timers.after(delay, kick);
      return;
    }
    if (delivery.kind !== 'done') {
      const code = delivery.kind === 'impossible' ? delivery.code : 'attempts';
      logger.error({ item: item.key, code }, 'something owed to Slack was given up');
    }
    await outbox.settle(item);
  };

  const kick = (): void => {
    if (running) void look();
  };

  const poll = (): void => {
    if (!running) return;
    kick();
    cancelPoll = timers.after(POLL_MS, poll);
  };

  return {
    start() {
      running = true;
      poll();
    },
    kick,
    async stop() {
      running = false;
      cancelPoll();
      await within(timers, STOP_TIMEOUT_MS, Promise.all(lanes.values()), undefined);
    },
  };
}

async function deliver(parts: DeliveryParts, item: OutboxItem): Promise<Delivery> {
  const thread = threadOf(item.conversation);
  const [kind = '', id = ''] = splitKey(item.key);
  if (thread === null) return { kind: 'impossible', code: 'not_in_slack' };
  const workspace = await parts.workspaces.of(thread.team);
  if (workspace === null) return { kind: 'impossible', code: 'not_installed' };
  const now = await parts.commands.read(item.conversation);
  return await byKind(kind, { ...parts, item, id, thread, workspace, now });
}

async function byKind(kind: string, context: DeliveryContext): Promise<Delivery> {
  switch (kind) {
    case 'card':
      return await deliverCard(context);
    case 'outcome':
      return await deliverOutcomeQuestion(context);
    case 'elicitation':
      return await deliverElicitation(context);
    case 'answer':
      return await deliverAnswer(context);
    case 'ending':
      return await deliverEnding(context);
    case 'waiting':
      return await announceWaiting(context, turnId(context.id));
    case 'deferred':
      return await announceDeferred(context, turnId(context.id));
    case 'nudge':
      return await deliverNudge(context);
    default:
      return { kind: 'impossible', code: 'unknown_kind' };
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

function splitKey(key: string): readonly string[] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}

const backOff = (attempts: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20)) * (0.75 + Math.random() / 4);
