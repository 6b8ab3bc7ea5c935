import { describe, expect, test } from 'vitest';
import { demoModel, demoSecrets } from '../../src/demo/demo-model.ts';
import { silent } from '../../src/ports/logger.ts';

const site = 'http://127.0.0.1:1/site';

describe('the demo’s model', () => {
  test('is scripted without a key, and says so', () => {
    const { model, says } = demoModel({ ANTHROPIC_API_KEY: '' }, site, silent);
    expect(model.name).toContain('scripted');
    expect(says).toContain('scripted');
  });

  test.each([
    ['ANTHROPIC_API_KEY', 'anthropic/'],
    ['OPENAI_API_KEY', 'openai/'],
    ['GOOGLE_GENERATIVE_AI_API_KEY', 'google/'],
  ])('is the provider’s when %s is set, and the key is no part of what is said', (name, provider) => {
    const { model, says } = demoModel({ [name]: 'a-key-of-mine' }, site, silent);
    expect(model.name).toContain(provider);
    expect(says).toContain(name);
    expect(says).not.toContain('a-key-of-mine');
    expect(demoSecrets({ [name]: 'a-key-of-mine' })).toEqual(['a-key-of-mine']);
  });
});
