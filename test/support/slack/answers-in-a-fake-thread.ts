import { turnId } from '../../../src/domain/ids.ts';
import { silent } from '../../../src/ports/logger.ts';
import { makeLatches } from '../../../src/slack/answer/place.ts';
import { conversationOf } from '../../../src/slack/place.ts';
import { makeAnswer } from '../../../src/slack/stream-writer.ts';
import { type Fault, fakeThread } from './fake-thread.ts';
import { memoryStreams } from './memory-streams.ts';
import { virtualTimers } from './virtual-timers.ts';

const thread = { team: 'T1', channel: 'C1', ts: '1.000001' };

/** The stream writer over one fake Slack thread, where time passes only as the test lets it. */
export function answersInAFakeThread(faults: (Fault | null)[] = []) {
  const timers = virtualTimers();
  const slack = fakeThread(timers, faults);
  const streams = memoryStreams();
  const stopped: true[] = [];
  const latches = makeLatches(silent);
  const open = (turn = 'turn-1') =>
    makeAnswer({
      conversation: conversationOf(thread),
      turn: turnId(turn),
      thread,
      principal: { team: 'T2', user: 'U1' },
      workspaceOf: () => Promise.resolve(slack.workspace),
      streams,
      latches,
      timers,
      logger: silent,
      onStopped: () => stopped.push(true),
    });
  return { timers, slack, streams, stopped, open };
}
