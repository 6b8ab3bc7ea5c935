import { callKey } from '../../../src/domain/call.ts';
import { allCapabilities } from '../../../src/domain/capability.ts';
import type { Conversation } from '../../../src/domain/conversation.ts';
import type { DomainEvent } from '../../../src/domain/event.ts';
import { turnId } from '../../../src/domain/ids.ts';
import { transcriptFor } from '../../../src/domain/transcript.ts';
import { systemClock, systemIds } from '../../../src/platform/system.ts';
import type { Model } from '../../../src/ports/model.ts';
import { makeToolbox } from '../../../src/tools/toolbox.ts';
import { type RunTurnOptions, turnOptions } from '../../../src/turn/options.ts';
import { runTurn } from '../../../src/turn/run-turn.ts';
import { type MailTool, mailTool } from '../../bot/mail-tool.ts';
import { alice } from '../../bot/people.ts';
import { deltas, expectEqual, history, MANY_DELTAS, question } from '../../bot/scenario.ts';
import { scriptedModel } from '../../bot/scripted-model.ts';
import { perItem, type Sample, timed } from '../../measure/timed.ts';
import { foldOf, here, type MemoryLog, memoryLog } from './memory-log.ts';

/** Made once, as in service. */
const gated = mailTool(true);
const free = mailTool(false);

/** The loop alone, as a library: no store, no signature. What peers without a store are compared with. */
export const noGate = (): Promise<Sample> => {
  const before = free.runs;
  const log = begun(0);
  const conversation = foldOf(log);
  return timed(async () => {
    const result = await run(scriptedModel(1), free, log, conversation, {});
    expectEqual(result.kind, 'finished', 'turn');
    expectEqual(free.runs - before, 1, 'executions');
  });
};

interface RoundTrip {
  readonly calls?: number;
  readonly earlierMessages?: number;
  readonly answer?: 'approve' | 'deny';
}

/** Pause with everything put away as text, read and fold it, decide, go on to the final answer. */
export const roundTrip = ({ calls = 1, earlierMessages = 0, answer = 'approve' }: RoundTrip) => {
  const runs = gated.runs;
  // Where a conversation that is being talked in stands anyway: in memory.
  const before = begun(earlierMessages);
  const conversation = foldOf(before);
  return timed(async () => {
    const log = memoryLog(before.lines);
    const paused = await run(scriptedModel(calls), gated, log, conversation, {});
    expectEqual(paused.pendingApprovals.length, calls, 'questions');

    const decided = new Map(
      paused.pendingApprovals.map((pending) => {
        const { approvalId, toolDefHash, missingCapabilities } = pending;
        return [callKey(pending), { approvalId, toolDefHash, covered: new Set(missingCapabilities), reason: null }];
      }),
    );
    const authority = answer === 'approve' ? { approvedCallIds: decided } : { deniedCallIds: decided };
    const ended = await run(scriptedModel(calls), gated, memoryLog(log.lines), foldOf(log), authority);
    expectEqual(ended.kind, 'finished', 'turn');
    expectEqual(gated.runs - runs, answer === 'approve' ? calls : 0, 'executions');
  });
};

/** One delta, in µs: a long answer less a short one. */
export async function perDelta(): Promise<Sample> {
  const short = await streamed(1);
  const long = await streamed(MANY_DELTAS + 1);
  return perItem(long, short, MANY_DELTAS);
}

function streamed(count: number): Promise<Sample> {
  const answer = deltas(count);
  let seen = 0;
  const log = begun(0);
  const conversation = foldOf(log);
  return timed(async () => {
    await run(scriptedModel(1, answer), free, log, conversation, {
      stream: {
        push(event) {
          if (event.kind === 'text') seen += 1;
        },
      },
    });
    expectEqual(seen, count, 'deltas');
  });
}

const theTurn = turnId('turn');

function run(
  model: Model,
  { tool }: MailTool,
  { journal }: MemoryLog,
  { transcript, requestIds }: Conversation,
  given: Partial<RunTurnOptions>,
) {
  const options = turnOptions({
    conversation: here,
    turnId: theTurn,
    principal: alice,
    epoch: 1,
    ids: systemIds,
    clock: systemClock,
    journal,
    signal: new AbortController().signal,
    system: 'You help.',
    baseCapabilities: allCapabilities,
    usedRequestIds: requestIds,
    ...given,
  });
  return runTurn(model, makeToolbox([tool]), transcriptFor(transcript, alice), options);
}

/** A log with earlier questions and answers in it, and the question of the scenario taken by a turn. */
function begun(earlierMessages: number): MemoryLog {
  const earlier = history(earlierMessages).flatMap(({ role, text }, i) =>
    role === 'user' ? asked(`m${i}`, text) : [said(text)],
  );
  return memoryLog([...earlier, ...asked('m', question)].map((event) => JSON.stringify(event)));
}

const asked = (messageId: string, text: string): readonly DomainEvent[] => [
  { type: 'message.received', messageId, author: alice, text, addressed: true, persona: null },
  { type: 'turn.started', turnId: theTurn, principal: alice, takes: [messageId], epoch: 1, persona: null },
];

const said = (text: string): DomainEvent => ({
  type: 'step.accepted',
  turnId: theTurn,
  text,
  calls: [],
  usage: { inputTokens: 10, outputTokens: 10, cachedInputTokens: 0 },
  stop: 'end',
  grounded: false,
  providerState: null,
});
