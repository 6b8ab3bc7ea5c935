import { describe, expect, it } from 'vitest';
import { run } from '../../support/turn/a-turn.ts';
import { answering, yes } from '../../support/turn/decisions.ts';
import { logged } from '../../support/turn/logged.ts';
import { resultsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const pays = () => scriptedModel(calls([['c1', 'pay', { to: 'a' }]]));

describe('a tool that cannot be judged', () => {
  it('is a warning to the operator, and the host has what it threw', async () => {
    const { warnings, loop } = logged();
    const down = new Error('down');
    const broken = aTool('pay', {
      veto: () => {
        throw down;
      },
    });
    const { result } = await run(pays(), [broken], { loop });
    const fields = { conversation: 'C1', turnId: 'turn-1', requestId: 'c1', toolName: 'pay' };
    expect(warnings).toEqual([{ message: 'a tool could not be judged', fields }]);
    expect([...result.toolErrors]).toEqual([['c1', down]]);
  });
});

describe('an edit that is not what it was when it was signed', () => {
  it('is not run and not shown, and the host has the reason', async () => {
    const pay = aTool('pay', { gated: true });
    const first = await run(pays(), [pay]);
    const given = answering(first.result, yes({ modifiedArgsJson: '[1]' }));
    const { result } = await run(scriptedModel(), [pay], given, first.transcript);
    expect(resultsIn(result.messages)).toMatchObject([
      { outcome: 'refused', text: 'Not run: this call could not be checked.' },
    ]);
    expect([...result.toolErrors.values()]).toMatchObject([
      {
        name: 'UnreadableArguments',
        code: 'unreadable-arguments',
        message: 'Arguments must be one JSON object, in braces.',
      },
    ]);
    expect(pay.runs).toEqual([]);
  });
});
