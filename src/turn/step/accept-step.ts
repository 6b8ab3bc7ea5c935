import type { ProposedCall } from '../../domain/call.ts';
import type { DomainEvent, EventOf, TurnEnd } from '../../domain/event.ts';
import type { Batch } from '../batch/open-batch.ts';
import { type Answer, cancelled } from '../batch/refuse.ts';
import { type Ending, failed, finished } from '../ending.ts';
import { HookFault, placeOf, verdictOnStep } from '../hooks/consult.ts';
import { say, type Turn } from '../turn-state.ts';
import { checkCalls } from './check-calls.ts';
import type { PreparedStep } from './prepare-step.ts';
import { proposeCalls } from './propose-calls.ts';
import type { Reply } from './read-step.ts';

/** The step is durable; its calls wait to be judged. */
export interface Accepted {
  readonly kind: 'accepted';
  readonly batch: Batch;
}
interface AskAgain {
  readonly kind: 'ask-again';
}
const askAgain: AskAgain = { kind: 'ask-again' };

/**
 * Makes a reply part of the conversation: its calls get identities and are checked as a whole, then it is durable.
 * A reply without calls ends the turn.
 */
export async function acceptStep(turn: Turn, step: PreparedStep, reply: Reply): Promise<Accepted | AskAgain | Ending> {
  try {
    return await (reply.calls.length === 0 ? acceptWords(turn, step, reply) : acceptCalls(turn, step, reply));
  } catch (error) {
    if (error instanceof HookFault) return error.ending;
    throw error;
  }
}

async function acceptWords(turn: Turn, step: PreparedStep, reply: Reply): Promise<AskAgain | Ending> {
  const verdict = await verdictOnStep(turn, finishedEvent(turn, step, reply));
  if (verdict.kind === 'retry' && !step.last) return takeBack(turn, reply, verdict.feedback);
  if (verdict.kind !== 'retry' && verdict.kind !== 'continue') return verdict;

  const isBlank = reply.text.trim() === '';
  if (isBlank && turn.answered && !step.last) {
    turn.wordsOnly = true;
    return askAgain;
  }
  // A provider refuses an empty message, so an empty reply does not become one.
  if (!isBlank || reply.grounded) await enter(turn, reply, []);
  return finished(step.last && !turn.wordsOnly ? 'max-steps' : reply.stop);
}

async function acceptCalls(turn: Turn, step: PreparedStep, reply: Reply): Promise<Accepted | AskAgain | Ending> {
  const proposed = proposeCalls(turn, reply.calls);
  if (step.last) return handBack(turn, reply, proposed, 'this turn may make no more tool calls.', 'max-steps');
  if (turn.options.loop.maximumIterationsPerRequest === 0) {
    return handBack(turn, reply, proposed, 'tool calls are not run here.', 'unrun-calls');
  }

  const check = await checkCalls(turn, step, proposed);
  if (check.kind === 'answered') {
    await enter(turn, reply, check.calls, check.answers);
    return check.then.kind === 'go-on' ? askAgain : check.then;
  }
  const verdict = await verdictOnStep(turn, finishedEvent(turn, step, reply));
  if (verdict.kind === 'retry') return failed('hook', 'A hook asked to retry a reply that calls tools.');
  if (verdict.kind !== 'continue') return verdict;

  if (check.kind === 'unrun') {
    return handBack(turn, reply, check.calls, 'this reply was left to someone else.', 'unrun-calls');
  }
  await enter(turn, reply, check.calls);
  const at = turn.messages.length - 1;
  return { kind: 'accepted', batch: { calls: check.calls, results: new Map(), at, resumed: false } };
}

/** The calls are the caller's to read; in the log they are closed, so that no later turn finds and runs them. */
async function handBack(
  turn: Turn,
  reply: Reply,
  calls: readonly ProposedCall[],
  because: string,
  end: TurnEnd,
): Promise<Ending> {
  const answer = cancelled(because);
  await enter(
    turn,
    reply,
    calls,
    calls.map(() => answer),
  );
  return finished(end);
}

/** Commits the step, with the answers to its calls where they are known already, and adds it to what the model reads. */
async function enter(
  turn: Turn,
  reply: Reply,
  calls: readonly ProposedCall[],
  answers: readonly Answer[] = [],
): Promise<void> {
  const { turnId } = turn.options;
  const results = calls.flatMap(({ requestId, toolName }, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [{ requestId, toolName, ...answer, quarantined: false }];
  });
  const facts: DomainEvent[] = results.map((result) => ({ type: 'tool.completed', turnId, result }));
  await turn.journal.commit([stepAccepted(turn, reply, calls), ...facts]);
  say(turn, { kind: 'assistant', text: reply.text, calls, providerState: reply.providerState });
  if (results.length === 0) return;
  say(turn, { kind: 'results', results });
  turn.answered = true;
  turn.rounds += 1;
}

function stepAccepted(turn: Turn, reply: Reply, calls: readonly ProposedCall[]): EventOf<'step.accepted'> {
  const { text, usage, stop, grounded, providerState } = reply;
  return { type: 'step.accepted', turnId: turn.options.turnId, text, calls, usage, stop, grounded, providerState };
}

/** The reply never becomes part of the log; with feedback the model sees it once more beside what is wrong with it. */
function takeBack(turn: Turn, reply: Reply, feedback: string | null): AskAgain {
  if (feedback === null) return askAgain;
  const { text, providerState } = reply;
  const kept = text.trim() === '' ? [] : [{ kind: 'assistant', text, calls: [], providerState } as const];
  const note = { kind: 'user', author: null, text: feedback, quarantined: false } as const;
  turn.messages = [...turn.messages, ...kept, note];
  return askAgain;
}

const finishedEvent = (turn: Turn, { request }: PreparedStep, { text, calls, stop, usage }: Reply) => ({
  ...placeOf(turn),
  text,
  calls: calls.length,
  stop,
  usage,
  maxTokens: request.maxTokens,
});
