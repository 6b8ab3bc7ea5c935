import { describe, expect, it } from 'vitest';
import type { ModelPart } from '../../../src/ports/model.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import { run } from '../../support/turn/a-turn.ts';
import { aRecorder } from '../../support/turn/recorder.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const oops = new Error('oops');
const throws = () => {
  throw oops;
};
const wishes = () => JSON.parse('{"kind":"wish"}');
const delta: ModelPart = { type: 'tool-call-delta', providerCallId: 'c1', toolName: 'pay', delta: '{' };

/** The failure of a turn in which this hook is offered every event. */
async function failureOf(hook: Omit<Hook, 'name'>) {
  const invalid = hook.invalidToolCall === undefined ? 'pay' : 'ghost';
  const model = scriptedModel([delta, ...calls([['c1', invalid, {}]], 'I will pay.')], words('ok'));
  const hooks = [{ name: 'guard', ...hook }];
  const { result } = await run(model, [aTool('pay')], { hooks, dispatchRecorder: aRecorder() });
  return result.failure;
}

const events = [
  'completionCall',
  'textDelta',
  'toolCallDelta',
  'invalidToolCall',
  'stepFinished',
  'toolCall',
  'toolResult',
] as const;

describe('the failure a hook leaves behind', () => {
  it.each(events)('holds what the hook threw on %s, and names the hook and nothing of the error', async (event) => {
    expect(await failureOf({ [event]: throws })).toEqual({
      kind: 'hook',
      message: 'Hook guard failed.',
      retryable: false,
      errors: [oops],
    });
  });

  it.each(events)('says that %s has no such action, with a coded error for the host', async (event) => {
    const message = 'Hook guard asked for an action this event has not.';
    expect(await failureOf({ [event]: wishes })).toMatchObject({
      kind: 'hook',
      message,
      retryable: false,
      errors: [{ name: 'HookFault', code: 'hook-fault', message }],
    });
  });

  it.each(events)('takes nothing at all on %s for no action', async (event) => {
    const failure = await failureOf({ [event]: () => JSON.parse('null') });
    expect(failure?.message).toBe('Hook guard asked for an action this event has not.');
  });

  it.each(events)('names a hook whose %s is no function', async (event) => {
    const failure = await failureOf({ [event]: JSON.parse('"run"') });
    expect(failure).toMatchObject({ kind: 'hook', message: 'Hook guard failed.' });
  });

  it.each<[string, Omit<Hook, 'name'>, string]>([
    [
      'a patch with a field no patch has',
      { completionCall: () => ({ kind: 'patch', patch: JSON.parse('{"tools":["rm"]}') }) },
      'Hook guard set a field that a request patch has not.',
    ],
    [
      'a patch that is nothing',
      { completionCall: () => ({ kind: 'patch', patch: JSON.parse('null') }) },
      'Hook guard returned a patch that is no object.',
    ],
    [
      'a patch with a field of another type',
      { completionCall: () => ({ kind: 'patch', patch: JSON.parse('{"activeTools":7}') }) },
      'Hook guard set activeTools to something it cannot be.',
    ],
    [
      'a rewrite into a list',
      { toolCall: () => ({ kind: 'rewrite', argsJson: '[1]' }) },
      'Hook guard rewrote arguments into something that is no JSON object.',
    ],
  ])('names %s', async (_, hook, message) => {
    expect(await failureOf(hook)).toMatchObject({ kind: 'hook', message });
  });
});
