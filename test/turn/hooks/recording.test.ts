import { describe, expect, it } from 'vitest';
import { requestId } from '../../../src/domain/ids.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import { recordMutation } from '../../../src/turn/hooks/rewrite-call.ts';
import { startTurn } from '../../../src/turn/turn-state.ts';
import { options, run } from '../../support/turn/a-turn.ts';
import { logged } from '../../support/turn/logged.ts';
import { aRecorder } from '../../support/turn/recorder.ts';
import { textsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, toolboxOf } from '../../support/turn/tools.ts';

const pays = () => scriptedModel(calls([['c1', 'pay', { x: 1 }]]), words('ok'));
const rewrites: Hook = { name: 'rewrites', toolCall: () => ({ kind: 'rewrite', argsJson: '{"x":2}' }) };
const redacts: Hook = { name: 'redacts', toolResult: () => ({ kind: 'rewrite', text: '***' }) };
const notes = (injectedContext: string): Hook => ({
  name: 'notes',
  toolCall: () => ({ kind: 'rewrite', injectedContext }),
});
const place = { conversation: 'C1', turnId: 'turn-1' };

describe('what the recorder is told', () => {
  it('is the call beside each change, the arguments before the note', async () => {
    const recorded: unknown[] = [];
    const dispatchRecorder = { record: async (...told: readonly unknown[]) => void recorded.push(told) };
    await run(pays(), [aTool('pay')], { hooks: [rewrites, notes('be brief'), redacts], dispatchRecorder });
    const call = { requestId: 'c1', toolName: 'pay' };
    expect(recorded).toEqual([
      [call, { kind: 'input-rewrite', before: '{"x":1}', after: '{"x":2}' }],
      [call, { kind: 'context-injection', after: 'be brief' }],
      [call, { kind: 'result-redaction', before: 'ok', after: '***' }],
    ]);
  });

  it('is the notes of several hooks as one, each on its own line', async () => {
    const recorder = aRecorder();
    const hooks = [notes('be brief'), rewrites, notes('be kind')];
    const { result } = await run(pays(), [aTool('pay')], { hooks, dispatchRecorder: recorder });
    expect(textsIn(result.messages)).toEqual(['ok\n\nNote: be brief\nbe kind']);
    expect(recorder.changes).toEqual([
      { kind: 'input-rewrite', before: '{"x":1}', after: '{"x":2}' },
      { kind: 'context-injection', after: 'be brief\nbe kind' },
    ]);
  });
});

describe('a change that cannot be recorded', () => {
  it.each<[string, Hook, string, string]>([
    ['rewrite', rewrites, 'Not run: a required change to this call could not be recorded.', 'input-rewrite'],
    ['note', notes('be brief'), 'Not run: a required change to this call could not be recorded.', 'context-injection'],
    ['redaction', redacts, 'The result was withheld.', 'result-redaction'],
  ])('tells the model so for a %s, and the host why', async (_, hook, text, change) => {
    const { warnings, loop } = logged();
    const { result } = await run(pays(), [aTool('pay')], { hooks: [hook], loop, dispatchRecorder: aRecorder(false) });
    expect(textsIn(result.messages)).toEqual([text]);
    expect([...result.toolErrors]).toEqual([['c1', new Error('disk full')]]);
    expect(warnings).toEqual([
      { message: 'a mutation could not be recorded', fields: { ...place, requestId: 'c1', change } },
    ]);
  });
});

describe('where nobody records', () => {
  it.each<[Hook, string]>([
    [rewrites, 'a rewrite is inert without a recorder'],
    [notes('be brief'), 'a rewrite is inert without a recorder'],
    [redacts, 'a redaction is inert without a recorder'],
  ])('the operator is warned about $name, and everything stays as it was', async (hook, message) => {
    const { warnings, loop } = logged();
    const pay = aTool('pay');
    const { result } = await run(pays(), [pay], { hooks: [hook], loop });
    expect(pay.runs.map(({ args }) => args)).toEqual([{ x: 1 }]);
    expect(textsIn(result.messages)).toEqual(['ok']);
    expect(warnings).toEqual([{ message, fields: { ...place, hook: hook.name } }]);
  });

  it('no change counts as durable, and that is no error', async () => {
    const turn = startTurn(scriptedModel(), toolboxOf(), [], options());
    const call = { requestId: requestId('c1'), toolName: 'pay', argsJson: '{}' };
    expect(await recordMutation(turn, call, { kind: 'context-injection', after: 'x' })).toBe(false);
    expect([...turn.toolErrors]).toEqual([]);
  });
});
