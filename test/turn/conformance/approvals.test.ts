import { describe, expect, it } from 'vitest';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { countingIds, run, says } from '../../support/turn/a-turn.ts';
import { answering, no, waits, yes } from '../../support/turn/decisions.ts';
import { eventsOf, kindsIn, outcomesIn, resultsIn, textsIn } from '../../support/turn/results.ts';
import { calls, type ScriptedCall, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

const gated = (name: string) => aTool(name, { gated: true, run: () => output(`${name} done`) });
const batch = (...list: readonly ScriptedCall[]) => scriptedModel(calls(list));

describe('asking', () => {
  it('asks for every call that needs approval, with its own arguments', async () => {
    const model = batch(['c1', 'pay', { to: 'a' }], ['c2', 'pay', { to: 'b' }]);
    const { result } = await run(model, [gated('pay')]);
    expect(result.kind).toBe('paused');
    expect(result.pendingApprovals.map(({ argsJson }) => argsJson)).toEqual(['{"to":"a"}', '{"to":"b"}']);
  });

  it('asks nobody about a call that needs no approval', async () => {
    const safe = aTool('safe');
    const { result } = await run(batch(['c1', 'safe', {}]), [safe, gated('pay')]);
    expect(result.kind).toBe('finished');
    expect(safe.runs).toHaveLength(1);
  });

  it('runs safe calls at once and asks only for the others', async () => {
    const [safe, pay] = [aTool('safe'), gated('pay')];
    const { result } = await run(batch(['c1', 'pay', {}], ['c2', 'safe', {}]), [safe, pay]);
    expect(result.pendingApprovals).toMatchObject([{ requestId: 'c1' }]);
    expect(safe.runs).toHaveLength(1);
    expect(pay.runs).toEqual([]);
  });

  it('runs a safe call once although the other call of its reply is decided later', async () => {
    const [safe, pay] = [aTool('safe'), gated('pay')];
    const first = await run(batch(['c1', 'pay', {}], ['c2', 'safe', {}]), [safe, pay]);
    await run(scriptedModel(), [safe, pay], answering(first.result, yes()), first.transcript);
    expect([safe.runs.length, pay.runs.length]).toEqual([1, 1]);
  });

  it('asks for every call of a reply when bypassing is disabled', async () => {
    const loop = loopConfig({ disableApprovalNotRequiredFunctionBypassing: true });
    const [safe, pay] = [aTool('safe'), gated('pay')];
    const { result } = await run(batch(['c1', 'safe', {}], ['c2', 'pay', {}]), [safe, pay], { loop });
    expect(result.pendingApprovals.map(({ toolName }) => toolName)).toEqual(['safe', 'pay']);
    expect(safe.runs).toEqual([]);
  });

  it('runs a reply of safe calls only, bypassing disabled or not', async () => {
    const loop = loopConfig({ disableApprovalNotRequiredFunctionBypassing: true });
    const safe = aTool('safe');
    const { result } = await run(batch(['c1', 'safe', {}]), [safe], { loop });
    expect(result.kind).toBe('finished');
    expect(safe.runs).toHaveLength(1);
  });

  it('keeps a safe call waiting for its own answer when bypassing is disabled', async () => {
    const loop = loopConfig({ disableApprovalNotRequiredFunctionBypassing: true });
    const [safe, pay] = [aTool('safe'), gated('pay')];
    const first = await run(batch(['c1', 'safe', {}], ['c2', 'pay', {}]), [safe, pay], { loop });
    const next = { loop, ...answering(first.result, waits, yes()) };
    const second = await run(scriptedModel(), [safe, pay], next, first.transcript);
    expect(second.result.pendingApprovals).toMatchObject([{ toolName: 'safe' }]);
    expect([safe.runs.length, pay.runs.length]).toEqual([0, 1]);
  });

  it('never bypasses an unknown tool', async () => {
    const { result } = await run(batch(['c1', 'ghost', {}], ['c2', 'pay', {}]), [gated('pay')]);
    expect(outcomesIn(result.messages)).toEqual(['not-found']);
    expect(result.kind).toBe('paused');
  });

  it('streams the words beside a gated call before it asks', async () => {
    const seen: string[] = [];
    const stream = { push: ({ kind }: { readonly kind: string }) => void seen.push(kind) };
    await run(scriptedModel(calls([['c1', 'pay', {}]], 'I will pay.')), [gated('pay')], { stream });
    expect(seen).toEqual(['text']);
  });
});

describe('answers', () => {
  it('runs an approved call and goes on with its result directly after its reply', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', {}]), [pay]);
    const model = scriptedModel(words('paid'));
    const { transcript } = await run(model, [pay], answering(first.result, yes()), first.transcript);
    expect(kindsIn(model.requests[0]?.messages ?? [])).toEqual(['user', 'assistant', 'results']);
    expect(kindsIn(transcript)).toEqual(['user', 'assistant', 'results', 'assistant']);
    expect(textsIn(transcript)).toEqual(['pay done']);
  });

  it('places results before words that came after the reply', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', {}]), [pay]);
    const model = scriptedModel(words('paid'));
    const later = [...first.transcript, says('and?')];
    await run(model, [pay], answering(first.result, yes()), later);
    expect(kindsIn(model.requests[0]?.messages ?? [])).toEqual(['user', 'assistant', 'results', 'user']);
  });

  it('answers denied calls with the denial and runs none of them', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', { to: 1 }], ['c2', 'pay', { to: 2 }]), [pay]);
    const { result } = await run(scriptedModel(), [pay], answering(first.result, no(), no()), first.transcript);
    expect(textsIn(result.messages)).toEqual([
      '{"approved":false,"error":"denied by human approver"}',
      '{"approved":false,"error":"denied by human approver"}',
    ]);
    expect(pay.runs).toEqual([]);
  });

  it('tells the model why a call was denied when a reason was given', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', {}]), [pay]);
    const { result } = await run(scriptedModel(), [pay], answering(first.result, no('too much')), first.transcript);
    expect(JSON.parse(textsIn(result.messages)[0] ?? '')).toEqual({
      approved: false,
      error: 'denied by human approver',
      reason: 'too much',
    });
  });

  it('runs what was approved and answers what was denied of one reply, in call order', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', { to: 1 }], ['c2', 'pay', { to: 2 }]), [pay]);
    const { result } = await run(scriptedModel(), [pay], answering(first.result, no(), yes()), first.transcript);
    expect(outcomesIn(result.messages)).toEqual(['denied', 'succeeded']);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ to: 2 }]);
  });

  it('keeps what is undecided pending under its own id and does not ask the provider', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', { to: 1 }], ['c2', 'pay', { to: 2 }]), [pay]);
    const model = scriptedModel();
    const later = { ...answering(first.result, waits, yes()), ids: countingIds('later-') };
    const second = await run(model, [pay], later, first.transcript);
    expect(second.result.pendingApprovals).toEqual([first.result.pendingApprovals[0]]);
    expect(model.requests).toEqual([]);
    expect(pay.runs).toHaveLength(1);
  });

  it('keeps results in call order when a reply is decided over several runs', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', { to: 1 }], ['c2', 'pay', { to: 2 }]), [pay]);
    const second = await run(scriptedModel(), [pay], answering(first.result, waits, yes()), first.transcript);
    const model = scriptedModel();
    await run(model, [pay], answering(second.result, no()), second.transcript);
    const sent = resultsIn(model.requests[0]?.messages ?? []);
    expect(sent.map((sentResult) => sentResult.requestId)).toEqual(['c1', 'c2']);
  });

  it('runs exactly the edit and keeps the proposal as the identity', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', { to: 1 }]), [pay]);
    const edit = yes({ modifiedArgsJson: '{"to":9}' });
    const { journal } = await run(scriptedModel(), [pay], answering(first.result, edit), first.transcript);
    expect(pay.runs.map(({ args }) => args)).toEqual([{ to: 9 }]);
    expect(eventsOf(journal.events, 'tool.dispatched')).toMatchObject([
      { call: { argsJson: '{"to":1}' }, effectiveArgsJson: '{"to":9}', ground: { kind: 'approved' } },
    ]);
  });

  it('lets the model read a note of the approver beside the result', async () => {
    const pay = gated('pay');
    const first = await run(batch(['c1', 'pay', {}]), [pay]);
    const noted = yes({ injectedContext: 'only this once' });
    const { result } = await run(scriptedModel(), [pay], answering(first.result, noted), first.transcript);
    expect(textsIn(result.messages)).toEqual(['pay done\n\nNote: only this once']);
  });

  it('gives a tool that is gone a not-found result although its call was approved', async () => {
    const first = await run(batch(['c1', 'pay', {}]), [gated('pay')]);
    const { result } = await run(scriptedModel(), [], answering(first.result, yes()), first.transcript);
    expect(outcomesIn(result.messages)).toEqual(['not-found']);
  });

  it('gives an approved call of a tool that can only be declared a not-found result', async () => {
    const first = await run(batch(['c1', 'pay', {}]), [gated('pay')]);
    const declared = aTool('pay', { kind: 'declared' });
    const { result } = await run(scriptedModel(), [declared], answering(first.result, yes()), first.transcript);
    expect(outcomesIn(result.messages)).toEqual(['not-found']);
    expect(declared.runs).toEqual([]);
  });

  it('counts an approved call that fails as a failing round', async () => {
    const bad = aTool('pay', { gated: true, run: () => Promise.reject(new Error('no')) });
    const first = await run(batch(['c1', 'pay', {}]), [bad]);
    const next = { ...answering(first.result, yes()), loop: loopConfig({ maximumConsecutiveErrorsPerRequest: 0 }) };
    const { result } = await run(scriptedModel(), [bad], next, first.transcript);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'tool-errors' } });
  });

  it('asks no provider after an approved call that ends the turn', async () => {
    const stop = aTool('stop', { gated: true, run: () => ({ text: 'bye', isError: false, endTurn: true }) });
    const first = await run(batch(['c1', 'stop', {}]), [stop]);
    const model = scriptedModel();
    const { result } = await run(model, [stop], answering(first.result, yes()), first.transcript);
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
    expect(model.requests).toEqual([]);
  });

  it('does not count the batch a run begins with as a round', async () => {
    const [pay, add] = [gated('pay'), aTool('add')];
    const first = await run(batch(['c1', 'pay', {}]), [pay, add]);
    const next = { ...answering(first.result, yes()), loop: loopConfig({ maximumIterationsPerRequest: 1 }) };
    const model = scriptedModel(calls([['c2', 'add', {}]]), words('done'));
    await run(model, [pay, add], next, first.transcript);
    expect(add.runs).toHaveLength(1);
  });
});
