import type { ProposedCall } from '../../domain/call.ts';
import type { CallResult } from '../../domain/event.ts';
import { cancelOpen } from '../gate/cancel-open.ts';
import { rememberDenial } from '../gate/denial-memory.ts';
import type { Turn } from '../turn-state.ts';
import type { Batch } from './open-batch.ts';
import type { Answer } from './refuse.ts';

/** Gives a call its result without running it. Durable before the model can read it. */
export async function answerCall(turn: Turn, batch: Batch, call: ProposedCall, answer: Answer): Promise<void> {
  const { requestId, toolName } = call;
  const result: CallResult = { requestId, toolName, outcome: answer.outcome, text: answer.text, quarantined: false };
  await turn.journal.commit([
    ...cancelOpen(turn, call, 'it was answered without running'),
    { type: 'tool.completed', turnId: turn.options.turnId, result },
  ]);
  batch.results.set(requestId, result);
  turn.log.debug(
    'a call was answered without running',
    { requestId, outcome: answer.outcome },
    { result: answer.text },
  );
  if (call.kind === 'call' && answer.outcome === 'denied') rememberDenial(turn.denials, call, answer.text);
}
