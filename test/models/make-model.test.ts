import { describe, expect, test } from 'vitest';
import { complaintOf } from '../../src/errors.ts';
import { makeModel } from '../../src/models/make-model.ts';
import { StartProblem } from '../../src/models/start-problem.ts';
import { silent } from '../../src/ports/logger.ts';

const refusalOf = (model: string): unknown => {
  try {
    return makeModel({ model, keys: { OPENAI_API_KEY: '' }, logger: silent });
  } catch (error) {
    return error;
  }
};

describe('making a model', () => {
  test.each([
    ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['openai/gpt-5', 'OPENAI_API_KEY'],
    ['google/gemini-3-pro', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ])('%s without a key names the variable to set', (model, variable) => {
    const problem = refusalOf(model);
    expect(problem).toBeInstanceOf(StartProblem);
    expect(problem).toMatchObject({ code: 'model-key-missing', message: `agent.model ${model} needs ${variable}` });
  });

  test('a compatible server needs an address', () => {
    expect(refusalOf('compatible/local')).toMatchObject({ code: 'model-address-missing' });
  });

  test.each(['gpt-5', 'openai/', '/gpt-5', 'cohere/command'])('%s is not a model', (model) => {
    expect(refusalOf(model)).toMatchObject({ code: 'model-unknown' });
  });

  test('the start ends with one line and the exit code for configuration', () => {
    expect(complaintOf(refusalOf('openai/gpt-5'))).toEqual({
      line: 'agent.model openai/gpt-5 needs OPENAI_API_KEY',
      exitCode: 78,
    });
  });

  test('a model is named as it is configured', () => {
    const model = makeModel({ model: 'openai/org/fine:tuned', keys: { OPENAI_API_KEY: 'k' }, logger: silent });
    expect(model.name).toBe('openai/org/fine:tuned');
  });
});
