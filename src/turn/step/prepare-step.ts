import type { ModelRequest, ToolChoice } from '../../ports/model.ts';
import { type Ending, failed, finished, stopped } from '../ending.ts';
import { HookFault, patchOf, placeOf } from '../hooks/consult.ts';
import { mergeParams } from '../hooks/merge-patches.ts';
import type { RequestPatch } from '../request-patch.ts';
import type { Turn } from '../turn-state.ts';
import { orphanedResults } from './orphaned-results.ts';
import { type Offer, offerFault } from './tool-choice.ts';

export interface PreparedStep {
  readonly kind: 'prepared';
  readonly request: ModelRequest;
  readonly offer: Offer;
  /** Made without function tools; calls in its reply are not run. */
  readonly last: boolean;
}

/** Builds the next request from the baseline and this step's patches. Whatever is wrong with it ends the turn here. */
export async function prepareStep(turn: Turn): Promise<PreparedStep | Ending> {
  const { options } = turn;
  if (options.signal.aborted) return stopped;
  if (turn.denials.repeats >= options.denialLimit) return finished('repeated-denial');
  turn.steps += 1;

  const patched = await patchFor(turn);
  if (patched.kind !== 'patch') return patched;
  const { patch } = patched;

  const orphan = patch.history === undefined ? null : orphanedResults(patch.history);
  if (orphan !== null) return failed('configuration', `RequestPatch.history ${orphan}.`);

  const last = isLast(turn);
  const offer = offerOf(turn, patch, last);
  const fault = last ? null : offerFault(offer, turn.names);
  if (fault !== null) return failed('configuration', fault);

  if (last) turn.log.debug('last step: no function tools', { step: turn.steps });
  return { kind: 'prepared', request: requestOf(turn, patch, offer), offer, last };
}

async function patchFor(turn: Turn): ReturnType<typeof patchOf> {
  try {
    return await patchOf(turn, { ...placeOf(turn), messages: turn.messages });
  } catch (error) {
    if (error instanceof HookFault) return error.ending;
    throw error;
  }
}

function isLast({ options, steps, rounds, wordsOnly }: Turn): boolean {
  const { maximumIterationsPerRequest } = options.loop;
  if (maximumIterationsPerRequest === 0) return false;
  return wordsOnly || steps >= options.maxSteps || rounds >= maximumIterationsPerRequest;
}

function offerOf(turn: Turn, patch: RequestPatch, last: boolean): Offer {
  const active = patch.activeTools === undefined ? null : new Set(patch.activeTools);
  if (last) return { specs: [], choice: { kind: 'auto' }, active };
  const specs = active === null ? turn.specs : turn.specs.filter(({ name }) => active.has(name));
  return { specs, choice: patch.toolChoice ?? baselineChoice(turn), active };
}

/** Once calls were answered, a model that must call one could never stop. */
function baselineChoice({ options, answered }: Turn): ToolChoice {
  const { toolChoice } = options;
  const forces = toolChoice.kind === 'required' || toolChoice.kind === 'specific';
  return answered && forces ? { kind: 'auto' } : toolChoice;
}

function requestOf(turn: Turn, patch: RequestPatch, offer: Offer): ModelRequest {
  const { options } = turn;
  return {
    system: patch.preamble ?? options.system,
    tools: offer.specs,
    toolChoice: offer.choice,
    messages: patch.history ?? turn.messages,
    context: patch.extraContext ?? noContext,
    webSearch: options.webSearch && (turn.taint === null || options.webSearchWhileTainted),
    cacheHint: options.cacheHint,
    temperature: patch.temperature ?? options.temperature,
    maxTokens: patch.maxTokens ?? options.maxTokens,
    additionalParams: mergeParams(options.additionalParams ?? undefined, patch.additionalParams) ?? null,
  };
}

const noContext: ModelRequest['context'] = [];
