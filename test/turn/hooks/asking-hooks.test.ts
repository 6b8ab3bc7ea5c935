import { describe, expect, it } from 'vitest';
import type { ModelPart } from '../../../src/ports/model.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import { run } from '../../support/turn/a-turn.ts';
import { answering, grantFor, no, waits } from '../../support/turn/decisions.ts';
import { logged } from '../../support/turn/logged.ts';
import { aRecorder } from '../../support/turn/recorder.ts';
import { eventsOf, outcomesIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const delta: ModelPart = { type: 'tool-call-delta', providerCallId: 'c1', toolName: 'pay', delta: '{' };
const pays = () => scriptedModel([delta, ...calls([['c1', 'pay', { x: 1 }]], 'Paying.')], words('ok'));
const rewrites = (argsJson: string): Hook => ({ name: 'rewrites', toolCall: () => ({ kind: 'rewrite', argsJson }) });

/** A hook on one event that notes when it is asked and has nothing to say. */
const listening = (name: string, event: keyof Hook, kind: string, seen: string[]): Hook => ({
  name,
  [event]() {
    seen.push(`${name}: ${event}`);
    return { kind };
  },
});

describe('hooks', () => {
  it('are asked only about the events they listen to, each in its turn', async () => {
    const seen: string[] = [];
    const hooks = [
      listening('a', 'completionCall', 'continue', seen),
      listening('b', 'textDelta', 'continue', seen),
      listening('c', 'toolCallDelta', 'continue', seen),
      listening('d', 'stepFinished', 'continue', seen),
      listening('e', 'toolCall', 'run', seen),
      listening('f', 'toolResult', 'keep', seen),
    ];
    const { result } = await run(pays(), [aTool('pay')], { hooks });
    expect(result.kind).toBe('finished');
    expect(seen).toEqual([
      ...['a: completionCall', 'c: toolCallDelta', 'b: textDelta', 'd: stepFinished', 'e: toolCall', 'f: toolResult'],
      ...['a: completionCall', 'b: textDelta', 'd: stepFinished'],
    ]);
  });

  it('leave a reply alone whose deltas nobody listens to', async () => {
    const { result } = await run(pays(), [aTool('pay')]);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });

  it('on a finished step are asked on after one that continues', async () => {
    const seen: string[] = [];
    const stops: Hook = { name: 'stops', stepFinished: () => ({ kind: 'stop', reason: 'enough' }) };
    const { result } = await run(scriptedModel(words('ok')), [], {
      hooks: [listening('a', 'stepFinished', 'continue', seen), stops],
    });
    expect([seen, result]).toMatchObject([['a: stepFinished'], { kind: 'finished', end: 'hook-stop' }]);
  });

  it('on an invalid call may fail the turn for what the model did', async () => {
    const fails: Hook = { name: 'fails', invalidToolCall: () => ({ kind: 'fail' }) };
    const { result } = await run(scriptedModel(calls([['c1', 'ghost', {}]])), [], { hooks: [fails] });
    expect(result.failure).toEqual({
      kind: 'invalid-call',
      message: 'The model called a tool that does not exist.',
      retryable: false,
      errors: [],
    });
  });

  it('that let a call and its result be change and record nothing', async () => {
    const { warnings, loop } = logged();
    const recorder = aRecorder();
    const hooks = [listening('a', 'toolCall', 'run', []), listening('b', 'toolResult', 'keep', [])];
    const recorded = await run(pays(), [aTool('pay')], { loop, hooks, dispatchRecorder: recorder });
    const unrecorded = await run(pays(), [aTool('pay')], { loop, hooks });
    const plain = await run(pays(), [aTool('pay')]);
    expect([recorded.result, unrecorded.result]).toEqual([plain.result, plain.result]);
    expect([recorder.changes, warnings]).toEqual([[], []]);
  });
});

describe('the log of hooks', () => {
  const place = { conversation: 'C1', turnId: 'turn-1' };

  it('has the reason of one that stopped the turn when the configuration asks for it', async () => {
    const { lines, loop } = logged({ logSensitiveData: true });
    const guard: Hook = { name: 'guard', completionCall: () => ({ kind: 'stop', reason: 'enough' }) };
    await run(scriptedModel(), [], { loop, hooks: [guard] });
    expect(lines).toEqual([
      { message: 'a hook stopped the turn', fields: { ...place, hook: 'guard', reason: 'enough' } },
    ]);
  });

  it('warns about a field of a request that several of them set', async () => {
    const { warnings, loop } = logged();
    const warms: Hook = {
      name: 'warms',
      completionCall: () => ({ kind: 'patch', patch: { temperature: 1, activeTools: [] } }),
    };
    await run(scriptedModel(), [], { loop, hooks: [warms, warms] });
    expect(warnings).toEqual([
      { message: 'several hooks set the same field of a request', fields: { ...place, patchField: 'temperature' } },
    ]);
  });
});

describe('a call that a person has seen', () => {
  it('is not offered to hooks again while it waits: a grant lets run what its card shows', async () => {
    const pay = aTool('pay', { gated: true, cacheable: true });
    const given = { dispatchRecorder: aRecorder() };
    const first = await run(pays(), [pay], { ...given, hooks: [rewrites('{"x":2}')] });
    const later = { ...given, hooks: [rewrites('{"x":3}')], ...answering(first.result, waits), ...grantFor('pay') };
    const { journal } = await run(scriptedModel(), [pay], later, first.transcript);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ x: 2 }]);
    expect(eventsOf(journal.events, 'tool.dispatched')).toMatchObject([
      { call: { argsJson: '{"x":1}' }, effectiveArgsJson: '{"x":2}', ground: { kind: 'granted' } },
    ]);
  });

  it('is not offered to hooks again once it was denied', async () => {
    const seen: string[] = [];
    const pay = aTool('pay', { gated: true });
    const first = await run(pays(), [pay]);
    const later = { hooks: [listening('a', 'toolCall', 'run', seen)], ...answering(first.result, no()) };
    const { result } = await run(scriptedModel(), [pay], later, first.transcript);
    expect([seen, outcomesIn(result.messages)]).toEqual([[], ['denied']]);
  });
});
