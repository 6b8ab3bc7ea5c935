import { describe, expect, it } from 'vitest';
import { run } from '../../support/turn/a-turn.ts';
import { logged } from '../../support/turn/logged.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const place = { conversation: 'C1', turnId: 'turn-1' };

describe('the log of a batch', () => {
  it.each([
    ['has the answer to a call that did not run', true, { result: 'Not allowed: secret' }],
    ['has no such answer unless the configuration asks for it', false, {}],
  ])('%s', async (_, logSensitiveData, sensitive) => {
    const { lines, loop } = logged({ logSensitiveData });
    const pay = aTool('pay', { veto: () => ({ reason: 'secret' }) });
    await run(scriptedModel(calls([['c1', 'pay', {}]]), words('ok')), [pay], { loop });
    expect(lines.map(({ message, fields }) => ({ message, fields }))).toEqual([
      {
        message: 'a call was answered without running',
        fields: { ...place, requestId: 'c1', outcome: 'refused', ...sensitive },
      },
    ]);
  });

  it('warns of too many failing rounds: how many there were, and how many calls of the last failed', async () => {
    const { warnings, loop } = logged({ maximumConsecutiveErrorsPerRequest: 1, allowConcurrentInvocations: true });
    const bad = aTool('bad', { run: () => Promise.reject(new Error('x')) });
    const two = calls([
      ['c2', 'bad', {}],
      ['c3', 'bad', {}],
    ]);
    await run(scriptedModel(calls([['c1', 'bad', {}]]), two), [bad], { loop });
    expect(warnings.map(({ message, fields }) => ({ message, fields }))).toEqual([
      { message: 'too many failing rounds in a row', fields: { ...place, rounds: 2, errors: 2 } },
    ]);
  });
});
