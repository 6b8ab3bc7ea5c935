import { afterEach } from 'vitest';
import { turnId } from '../../../src/domain/ids.ts';
import { owedAnswer } from '../../../src/domain/owed.ts';
import { type LocalSlackOptions, startLocalSlack } from '../../../src/local-slack/server/start.ts';
import type { Logger } from '../../../src/ports/logger.ts';
import { makeLatches } from '../../../src/slack/answer/place.ts';
import { finishLeftover } from '../../../src/slack/delivery/leftover.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import { makeAnswer, type WrittenAnswer } from '../../../src/slack/stream-writer.ts';
import { oneToken } from '../../../src/slack/web/token-source.ts';
import { makeWorkspaces } from '../../../src/slack/web/workspaces.ts';
import { fastTimers } from './fast-timers.ts';
import { C } from './in-slack.ts';
import { memoryStreams } from './memory-streams.ts';
import { type Call, controlAt, personAt, type SeenMessage } from './people.ts';

/** Deliveries of what a writer left; each fault of a test costs one at most. */
const FINISHED_WITHIN = 20;
/** A minute passes in a second. */
const TIMES = 60;

export interface AnswersOptions {
  /** Slack's own limits, or none. */
  readonly rateLimits?: LocalSlackOptions['rateLimits'];
  readonly times?: number;
}

/**
 * The stream writer with the real Web API client in a local workspace, on one clock that runs fast. No bot: a test
 * is the turn that speaks.
 */
export async function answersInSlack({ rateLimits = 'off', times = TIMES }: AnswersOptions = {}) {
  const timers = fastTimers(times);
  const slack = await startLocalSlack({ rateLimits, now: timers.now });
  const logged: string[] = [];
  const logger = collecting(logged);
  const latches = makeLatches(logger);
  const workspaces = makeWorkspaces({
    tokens: oneToken('xoxb-local'),
    slackApiUrl: `${slack.url}/api/`,
    logger,
    timers,
    fetch: globalThis.fetch,
    pace: 'slack',
  });
  const alice = personAt(slack.url, 'U0ALICE');
  const control = controlAt(slack.url);
  const streams = memoryStreams();
  let count = 0;

  /** A thread of Alice's, and what is shown in it. */
  const thread = async (channel = C) => {
    const root = await alice.say(channel, 'a question');
    const place = { team: 'T0LOCAL', channel: root.channel, ts: root.ts };
    const conversation = conversationOf(place);
    const stopped: true[] = [];
    const open = (): WrittenAnswer => {
      count += 1;
      return makeAnswer({
        conversation,
        turn: turnId(`turn-${count}`),
        thread: place,
        principal: { team: 'T0LOCAL', user: 'U0ALICE' },
        workspaceOf: () => workspaces.of('T0LOCAL'),
        streams,
        latches,
        timers,
        logger,
        onStopped: () => stopped.push(true),
      });
    };
    const replies = async (): Promise<readonly SeenMessage[]> => (await alice.messages(root.channel, root.ts)).slice(1);
    /** The turn of the answer opened last, shown to its end as the log has it: what its writer could not show follows. */
    const finish = async (said: string): Promise<void> => {
      const turn = turnId(`turn-${count}`);
      const workspace = await workspaces.of('T0LOCAL');
      if (workspace === null) throw new Error('the bot is installed here');
      const ending = { kind: 'finished' as const, end: 'end' as const };
      const record = { turnId: turn, principal: { team: 'T0LOCAL', user: 'U0ALICE' }, said: [said], ending };
      for (let attempts = 1; attempts <= FINISHED_WITHIN; attempts += 1) {
        const item = { key: owedAnswer(turn), conversation, revision: 1, attempts, dueAt: 0 };
        const context = { item, id: turn, thread: place, workspace, streams, soleProcess: true, timers, logger };
        if ((await finishLeftover(context, record)).kind === 'done') return;
      }
      throw new Error('the rest of the answer could not be shown');
    };
    return {
      root,
      open,
      finish,
      stopped,
      replies,
      /** Everything that is shown, one message after the other. */
      text: async (): Promise<string> => (await replies()).map(({ text }) => text).join(''),
      /** Says these pieces in one answer and waits for its end. */
      async say(pieces: readonly string[], pauseMs = 0): Promise<void> {
        const answer = open();
        for (const delta of pieces) {
          answer.push({ kind: 'text', delta });
          if (pauseMs > 0) await new Promise<void>((resolve) => void timers.after(pauseMs, resolve));
        }
        await answer.end({ kind: 'finished' });
        await answer.done;
      },
    };
  };

  return {
    alice,
    control,
    logged,
    streams,
    timers,
    thread,
    /** Calls of these methods so far, oldest first. */
    calls: async (...methods: readonly string[]): Promise<readonly Call[]> =>
      (await control.calls()).filter(({ method }) => methods.includes(method)),
    /** Somebody with the right to it deletes a message of the bot's. */
    async remove(ts: string, channel = C): Promise<void> {
      await fetch(`${slack.url}/api/chat.delete`, {
        method: 'POST',
        headers: { authorization: 'Bearer xoxb-local' },
        body: new URLSearchParams({ channel, ts }),
      });
    },
    /** The interactive client, for what people wait for. */
    now: async () => (await workspaces.of('T0LOCAL'))?.now,
    close: () => slack.close(),
  };
}

export type AnswersInSlack = Awaited<ReturnType<typeof answersInSlack>>;

/** Workspaces for one test file; each test's are closed after it. */
export function answersPerTest(): (options?: AnswersOptions) => Promise<AnswersInSlack> {
  const open: AnswersInSlack[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  return async (options) => {
    const made = await answersInSlack(options);
    open.push(made);
    return made;
  };
}

function collecting(lines: string[]): Logger {
  const add = (_: unknown, message: string): void => {
    lines.push(message);
  };
  return { debug: () => {}, info: add, warn: add, error: add };
}
