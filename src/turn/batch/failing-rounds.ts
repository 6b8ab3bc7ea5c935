import { type Ending, failed } from '../ending.ts';
import type { Turn } from '../turn-state.ts';
import type { Round } from './round.ts';

/** Whether one more failing round is one too many. */
const isAtLimit = ({ options, failingRounds }: Turn): boolean =>
  failingRounds >= options.loop.maximumConsecutiveErrorsPerRequest;

/** After a failed call in serial mode: at the limit the first failure ends the round, and the rest never runs. */
export function afterFailure(turn: Turn, round: Round): void {
  if (!turn.options.loop.allowConcurrentInvocations && isAtLimit(turn)) round.halt ??= tooManyErrors(turn, round);
}

/** Counts the round. Rounds fail, not calls; a success resets; answers without a run count neither way. */
export function afterRound(turn: Turn, round: Round): Ending | null {
  if (round.failures.length === 0) {
    if (round.successes > 0) turn.failingRounds = 0;
    return null;
  }
  if (isAtLimit(turn)) return tooManyErrors(turn, round);
  turn.failingRounds += 1;
  return null;
}

function tooManyErrors(turn: Turn, { failures }: Round): Ending {
  const rounds = turn.failingRounds + 1;
  turn.log.warn('too many failing rounds in a row', { rounds, errors: failures.length });
  return failed('tool-errors', `Tools failed in ${rounds} rounds in a row.`, [...failures]);
}
