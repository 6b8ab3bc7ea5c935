import { type Model, ModelFailure, type ModelPart } from '../../src/ports/model.ts';
import type { Random } from './random.ts';
import type { Life, Scheduler } from './scheduler.ts';
import { SIM_TOOLS } from './tools.ts';

const NAMES = [...SIM_TOOLS.map(({ name }) => name), 'note', 'note', 'note', 'web', 'unknown'];
/** Providers re-use call ids; two of them are enough to collide all the time. */
const CALL_IDS = ['a', 'b'];
const ARGUMENTS = ['{"n":0}', '{"n":1}', '{ "n" : 1.0 }', '{"n":"x"}', '{"n":0,"n":1}'];

/** A model that proposes anything at any time, repeats itself and sometimes breaks off. */
export const randomModel = (random: Random, life: Life, scheduler: Scheduler): Model => ({
  name: 'simulated',
  async *stream(request): AsyncGenerator<ModelPart> {
    await scheduler.point(life, 'model');
    if (random.chance(0.3)) yield { type: 'text', delta: 'words ' };
    const calls = request.tools.length === 0 || random.chance(0.35) ? 0 : 1 + random.below(3);
    for (let i = 0; i < calls; i += 1) {
      const [toolName, argumentsText] = [random.pick(NAMES), random.pick(ARGUMENTS)];
      yield { type: 'tool-call', providerCallId: random.pick(CALL_IDS), toolName, argumentsText };
    }
    if (random.chance(0.04)) throw new ModelFailure('interrupted', 'broke off', { retryable: true });
    await scheduler.point(life, 'model end');
    if (calls === 0) yield { type: 'text', delta: 'answer' };
    yield {
      type: 'finish',
      stop: calls > 0 ? 'tool-calls' : 'end',
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
      grounded: random.chance(0.02),
      providerState: null,
    };
  },
});
