import type { ResultOutcome } from '../../domain/event.ts';

/** What a call that did not run is answered with. Plain words a model can act on; never another person's data. */
export interface Answer {
  readonly outcome: ResultOutcome;
  readonly text: string;
}

/** Seed field `denied_call_ids`: this very text, and the person's reason when one was given. */
export const denied = (reason: string | null): Answer => ({
  outcome: 'denied',
  text: JSON.stringify({ approved: false, error: 'denied by human approver', ...(reason !== null && { reason }) }),
});

/** A denied action proposed again gets the answer it got. */
export const deniedAgain = (answer: string): Answer => ({ outcome: 'denied', text: answer });

export const deniedUnattended: Answer = {
  outcome: 'denied',
  text: JSON.stringify({ approved: false, error: 'this call needs approval, and nobody can be asked here' }),
};

export const notFound = (toolName: string): Answer => ({
  outcome: 'not-found',
  text: `There is no tool named ${JSON.stringify(toolName)} to run. Use one of the tools you were given.`,
});

export const vetoed = (reason: string): Answer => ({ outcome: 'refused', text: `Not allowed: ${reason}` });

export const unjudgeable: Answer = {
  outcome: 'refused',
  text: 'Not run: this call could not be checked.',
};

export const unrecorded: Answer = {
  outcome: 'refused',
  text: 'Not run: a required change to this call could not be recorded.',
};

export const invalidArguments = (reason: string): Answer => ({
  outcome: 'invalid',
  text: `The arguments were not accepted: ${reason}`,
});

export const notCallable = (toolName: string): Answer => ({
  outcome: 'invalid',
  text: `The tool ${JSON.stringify(toolName)} may not be called here.`,
});

export const recovered = (reason: string): Answer => ({ outcome: 'invalid', text: reason });

export const skipped = (reason: string): Answer => ({ outcome: 'refused', text: reason });

export const besideInvalid: Answer = {
  outcome: 'cancelled',
  text: 'Not run: another call of the same reply was invalid.',
};

export const cancelled = (because: string): Answer => ({ outcome: 'cancelled', text: `Not run: ${because}` });

export const outcomeUnknown: Answer = {
  outcome: 'unknown',
  text: 'It is not known whether this call took effect. Do not repeat it without checking.',
};
