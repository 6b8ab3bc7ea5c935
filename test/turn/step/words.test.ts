import { describe, expect, it } from 'vitest';
import { run } from '../../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const blank = words(' ', '\n');

describe('a reply in words', () => {
  it('is not entered when it is only white space', async () => {
    const { result, journal } = await run(scriptedModel(blank), []);
    expect([result.messages, journal.events]).toEqual([[], []]);
  });

  it('of only white space after tools ran is asked for once more', async () => {
    const model = scriptedModel(calls([['c1', 'add', {}]]), blank, words('three'));
    const { result } = await run(model, [aTool('add')]);
    expect(result.messages.at(-1)).toMatchObject({ text: 'three' });
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });
});
