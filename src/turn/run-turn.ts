import type { TranscriptMessage } from '../domain/transcript.ts';
import type { Model } from '../ports/model.ts';
import type { Toolbox } from '../ports/tools.ts';
import { finishOpenBatch } from './batch/finish-open-batch.ts';
import { runBatch } from './batch/run-batch.ts';
import type { Ending } from './ending.ts';
import type { RunTurnOptions } from './options.ts';
import { resultOf } from './outcome.ts';
import type { TurnResult } from './result.ts';
import { acceptStep } from './step/accept-step.ts';
import { prepareStep } from './step/prepare-step.ts';
import { readStep } from './step/read-step.ts';
import { startTurn, type Turn } from './turn-state.ts';

/**
 * Runs one turn until the agent finishes, pauses, fails or is stopped. There is no resume: a transcript that ends in
 * an unfinished batch is finished first, by the same rules and the same code as a new one.
 *
 * Everything that happens is in the journal before it has consequences. Failures of models, tools and hooks are on
 * the result. Rejects only when the journal does: `TurnLost`, or whatever kept it from writing.
 */
export async function runTurn(
  model: Model,
  toolbox: Toolbox,
  transcript: readonly TranscriptMessage[],
  options: RunTurnOptions,
): Promise<TurnResult> {
  const turn = startTurn(model, toolbox, transcript, options);
  const open = await finishOpenBatch(turn);
  return resultOf(turn, open.kind === 'go-on' ? await converse(turn) : open);
}

/** Asks, accepts and runs, step by step. Bounded: the step that reaches a limit is prepared without tools and ends. */
async function converse(turn: Turn): Promise<Ending> {
  for (;;) {
    const prepared = await prepareStep(turn);
    if (prepared.kind !== 'prepared') return prepared;

    const reply = await readStep(turn, prepared);
    if (reply.kind !== 'reply') return reply;

    const accepted = await acceptStep(turn, prepared, reply);
    if (accepted.kind === 'ask-again') continue;
    if (accepted.kind !== 'accepted') return accepted;

    const round = await runBatch(turn, accepted.batch);
    if (round.kind !== 'go-on') return round;
  }
}
