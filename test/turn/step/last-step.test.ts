import { describe, expect, it } from 'vitest';
import { run } from '../../support/turn/a-turn.ts';
import { logged } from '../../support/turn/logged.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

describe('the last step a turn may make', () => {
  it('ends the turn as cut short although it ends in words', async () => {
    const { result } = await run(scriptedModel(words('so far')), [], { maxSteps: 1 });
    expect(result).toMatchObject({ kind: 'finished', end: 'max-steps', stop: 'end', messages: [{ text: 'so far' }] });
  });

  it('is the only one the log calls the last', async () => {
    const { lines, loop } = logged();
    await run(scriptedModel(calls([['c1', 'add', {}]]), words('so far')), [aTool('add')], { loop, maxSteps: 2 });
    expect(lines.filter(({ message }) => message === 'last step: no function tools')).toEqual([
      {
        message: 'last step: no function tools',
        fields: { conversation: 'C1', turnId: 'turn-1', step: 2 },
      },
    ]);
  });
});
