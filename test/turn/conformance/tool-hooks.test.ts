import { describe, expect, it } from 'vitest';
import type { Hook, HookStack, ToolCallEvent, ToolResultEvent } from '../../../src/turn/hook.ts';
import { run } from '../../support/turn/a-turn.ts';
import { answering, yes } from '../../support/turn/decisions.ts';
import { aRecorder } from '../../support/turn/recorder.ts';
import { eventsOf, outcomesIn, textsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

const one = (args: unknown = { x: 1 }) => scriptedModel(calls([['c1', 'pay', args]]), words('ok'));
const rewrites = (argsJson: string): Hook => ({ name: 'rewrites', toolCall: () => ({ kind: 'rewrite', argsJson }) });
const sees = (seen: string[]): Hook => ({
  name: 'sees',
  toolCall({ argsJson }: ToolCallEvent) {
    seen.push(argsJson);
    return { kind: 'run' };
  },
});
const skips: Hook = { name: 'skips', toolCall: () => ({ kind: 'skip', reason: 'not today' }) };
const stops: Hook = { name: 'stops', toolCall: () => ({ kind: 'stop', reason: 'enough' }) };

describe('a hook on a tool call', () => {
  it('hands on what earlier hooks made of the arguments, in registration order', async () => {
    const seen: string[] = [];
    const pay = aTool('pay');
    const hooks = [rewrites('{"x":2}'), sees(seen), rewrites('{"x":3}'), sees(seen)];
    await run(one(), [pay], { hooks, dispatchRecorder: aRecorder() });
    expect(seen).toEqual(['{"x":2}', '{"x":3}']);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ x: 3 }]);
  });

  it('treats a nested stack as its hooks in its place', async () => {
    const seen: string[] = [];
    const nested: HookStack = [[rewrites('{"x":2}'), [rewrites('{"x":4}')]], sees(seen)];
    await run(one(), [aTool('pay')], { hooks: nested, dispatchRecorder: aRecorder() });
    expect(seen).toEqual(['{"x":4}']);
  });

  it('writes rewritten arguments in the one canonical spelling for later hooks', async () => {
    const seen: string[] = [];
    const hooks = [rewrites('{ "b": 1.0, "a": 2 }'), sees(seen)];
    await run(one(), [aTool('pay')], { hooks, dispatchRecorder: aRecorder() });
    expect(seen).toEqual(['{"a":2,"b":1}']);
  });

  it('keeps the proposal in the transcript when something else ran', async () => {
    const hooks = [rewrites('{"x":2}')];
    const { result, journal } = await run(one(), [aTool('pay')], { hooks, dispatchRecorder: aRecorder() });
    expect(result.messages[0]).toMatchObject({ calls: [{ argsJson: '{"x":1}' }] });
    expect(eventsOf(journal.events, 'tool.dispatched')).toMatchObject([
      { call: { argsJson: '{"x":1}' }, effectiveArgsJson: '{"x":2}' },
    ]);
  });

  it('records a rewrite before it applies', async () => {
    const recorder = aRecorder();
    const before: number[] = [];
    const pay = aTool('pay', {
      run() {
        before.push(recorder.changes.length);
        return output('ok');
      },
    });
    await run(one(), [pay], { hooks: [rewrites('{"x":2}')], dispatchRecorder: recorder });
    expect(before).toEqual([1]);
    expect(recorder.changes).toEqual([{ kind: 'input-rewrite', before: '{"x":1}', after: '{"x":2}' }]);
  });

  it('runs the proposal, string-identical, when nobody records', async () => {
    const pay = aTool('pay');
    const { journal } = await run(one(), [pay], { hooks: [rewrites('{"x":2}')] });
    expect(eventsOf(journal.events, 'tool.dispatched')).toMatchObject([{ effectiveArgsJson: '{"x":1}' }]);
  });

  it('denies a call whose rewrite cannot be recorded', async () => {
    const pay = aTool('pay');
    const hooks = [rewrites('{"x":2}')];
    const { result } = await run(one(), [pay], { hooks, dispatchRecorder: aRecorder(false) });
    expect(outcomesIn(result.messages)).toEqual(['refused']);
    expect(pay.runs).toEqual([]);
  });

  it('rewrites a gated call before the card, and shows what will run', async () => {
    const recorder = aRecorder();
    const pay = aTool('pay', { gated: true });
    const { result } = await run(one(), [pay], { hooks: [rewrites('{"x":2}')], dispatchRecorder: recorder });
    expect(result.pendingApprovals).toMatchObject([{ argsJson: '{"x":1}', effectiveArgsJson: '{"x":2}' }]);
    expect(recorder.changes).toHaveLength(1);
  });

  it('is not asked again about a decided call: what runs is what was shown', async () => {
    const pay = aTool('pay', { gated: true });
    const given = { hooks: [rewrites('{"x":2}')], dispatchRecorder: aRecorder() };
    const first = await run(one(), [pay], given);
    const next = { ...given, hooks: [rewrites('{"x":3}')], ...answering(first.result, yes()) };
    await run(scriptedModel(), [pay], next, first.transcript);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ x: 2 }]);
  });

  it('adds a recorded note to what the model reads', async () => {
    const recorder = aRecorder();
    const notes: Hook = { name: 'notes', toolCall: () => ({ kind: 'rewrite', injectedContext: 'be brief' }) };
    const { result } = await run(one(), [aTool('pay')], { hooks: [notes], dispatchRecorder: recorder });
    expect(textsIn(result.messages)).toEqual(['ok\n\nNote: be brief']);
    expect(recorder.changes).toEqual([{ kind: 'context-injection', after: 'be brief' }]);
  });

  it('judges the rewritten arguments, not the proposed ones', async () => {
    const pay = aTool('pay', { veto: ({ x }) => (x === 2 ? { reason: 'two is too much' } : null) });
    const { result } = await run(one(), [pay], { hooks: [rewrites('{"x":2}')], dispatchRecorder: aRecorder() });
    expect(textsIn(result.messages)).toEqual(['Not allowed: two is too much']);
  });

  it('gives the reason of a skip as the result, word for word, and runs nothing', async () => {
    const pay = aTool('pay');
    const { result, journal } = await run(one(), [pay], { hooks: [skips] });
    expect(textsIn(result.messages)).toEqual(['not today']);
    expect(eventsOf(journal.events, 'tool.dispatched')).toEqual([]);
  });

  it('shows a skipped call to the hooks on results, with the arguments rewritten so far', async () => {
    const seen: Pick<ToolResultEvent, 'effectiveArgsJson' | 'outcome'>[] = [];
    const watch: Hook = {
      name: 'watch',
      toolResult({ effectiveArgsJson, outcome }) {
        seen.push({ effectiveArgsJson, outcome });
        return { kind: 'keep' };
      },
    };
    const hooks = [rewrites('{"x":2}'), skips, watch];
    await run(one(), [aTool('pay')], { hooks, dispatchRecorder: aRecorder() });
    expect(seen).toEqual([{ effectiveArgsJson: '{"x":2}', outcome: 'refused' }]);
  });

  it('stops the run without executing, and leaves no call open', async () => {
    const seen: string[] = [];
    const pay = aTool('pay');
    const { result } = await run(one(), [pay], { hooks: [stops, sees(seen)] });
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop' });
    expect(outcomesIn(result.messages)).toEqual(['cancelled']);
    expect([seen, pay.runs]).toEqual([[], []]);
  });

  it('does not start later calls of the batch after a stop', async () => {
    const [pay, note] = [aTool('pay'), aTool('note')];
    const hook: Hook = {
      name: 'h',
      toolCall: ({ call }) => (call.toolName === 'pay' ? { kind: 'stop', reason: 'no' } : { kind: 'run' }),
    };
    const model = scriptedModel(
      calls([
        ['c1', 'pay', {}],
        ['c2', 'note', {}],
      ]),
    );
    await run(model, [pay, note], { hooks: [hook] });
    expect([pay.runs.length, note.runs.length]).toEqual([0, 0]);
  });

  it.each<[string, Hook]>([
    [
      'throws',
      {
        name: 'h',
        toolCall: () => {
          throw new Error('oops');
        },
      },
    ],
    ['rejects', { name: 'h', toolCall: () => Promise.reject(new Error('oops')) }],
    ['asks for an action of another event', { name: 'h', toolCall: () => JSON.parse('{"kind":"retry"}') }],
    ['returns nothing', { name: 'h', toolCall: () => JSON.parse('null') }],
    ['rewrites into something that is no object', rewrites('[1]')],
  ])('fails the turn and executes nothing when it %s', async (_, hook) => {
    const pay = aTool('pay');
    const { result } = await run(one(), [pay], { hooks: [hook], dispatchRecorder: aRecorder() });
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'hook' } });
    expect(pay.runs).toEqual([]);
  });
});

describe('a hook on a result', () => {
  const redacts = (text: string): Hook => ({ name: 'redacts', toolResult: () => ({ kind: 'rewrite', text }) });

  it('chains rewrites, keeps the raw text for every hook and delivers the last word for word', async () => {
    const seen: string[] = [];
    const watch: Hook = {
      name: 'watch',
      toolResult({ text, rawText }) {
        seen.push(text, rawText);
        return { kind: 'keep' };
      },
    };
    const hooks = [redacts('{"a": 1}'), watch, redacts('second')];
    const { result } = await run(one(), [aTool('pay')], { hooks, dispatchRecorder: aRecorder() });
    expect(seen).toEqual(['{"a": 1}', 'ok']);
    expect(textsIn(result.messages)).toEqual(['second']);
  });

  it('records a redaction before the model or the log reads it', async () => {
    const recorder = aRecorder();
    const { journal } = await run(one(), [aTool('pay')], { hooks: [redacts('***')], dispatchRecorder: recorder });
    expect(recorder.changes).toEqual([{ kind: 'result-redaction', before: 'ok', after: '***' }]);
    expect(eventsOf(journal.events, 'tool.completed')).toMatchObject([{ result: { text: '***' } }]);
  });

  it('lets the raw result stand when nobody records', async () => {
    const { result } = await run(one(), [aTool('pay')], { hooks: [redacts('***')] });
    expect(textsIn(result.messages)).toEqual(['ok']);
  });

  it('withholds a result whose redaction cannot be recorded', async () => {
    const given = { hooks: [redacts('***')], dispatchRecorder: aRecorder(false) };
    const { result } = await run(one(), [aTool('pay')], given);
    expect(textsIn(result.messages)).toEqual(['The result was withheld.']);
    expect(outcomesIn(result.messages)).toEqual(['succeeded']);
  });

  it.each<[string, Hook, string]>([
    ['stops', { name: 'h', toolResult: () => ({ kind: 'stop', reason: 'secret' }) }, 'finished'],
    ['fails', { name: 'h', toolResult: () => Promise.reject(new Error('oops')) }, 'failed'],
  ])('withholds the result and ends the turn when it %s', async (_, hook, kind) => {
    const model = one();
    const { result } = await run(model, [aTool('pay')], { hooks: [hook] });
    expect(result.kind).toBe(kind);
    expect(textsIn(result.messages)).toEqual(['The result was withheld.']);
    expect(model.requests).toHaveLength(1);
  });

  it.each<[string, readonly Hook[], boolean]>([
    ['shows the pictures of a result that stands', [], true],
    ['keeps back the pictures of a result that was rewritten', [redacts('***')], false],
  ])('%s', async (_, hooks, shown) => {
    const media = [{ mediaType: 'image/png', size: 9, sha256: 'h1' }];
    const look = aTool('pay', { run: () => ({ text: 'a face', isError: false, media }) });
    const { journal } = await run(one(), [look], { hooks, dispatchRecorder: aRecorder() });
    const [completed] = eventsOf(journal.events, 'tool.completed');
    expect(completed?.result.media).toEqual(shown ? media : undefined);
  });

  it('does not mask how the call ended', async () => {
    const bad = aTool('pay', { run: () => ({ text: 'failed: secret', isError: true }) });
    const { result } = await run(one(), [bad], { hooks: [redacts('fine')], dispatchRecorder: aRecorder() });
    expect(outcomesIn(result.messages)).toEqual(['failed']);
  });
});
