import { describe, expect, it } from 'vitest';
import { callKey, type ProposedCall } from '../../../src/domain/call.ts';
import { noCapabilities } from '../../../src/domain/capability.ts';
import { approvalId, requestId } from '../../../src/domain/ids.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { answering, no, waits, yes } from '../../support/turn/decisions.ts';
import { aCall, halfAnswered, openBatchOf } from '../../support/turn/open-call.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const pay = () => aTool('pay', { gated: true });
const twoPayments = () =>
  scriptedModel(
    calls([
      ['c1', 'pay', { to: 1 }],
      ['c2', 'pay', { to: 2 }],
    ]),
  );

describe('the messages of a run', () => {
  it('have only the results that came in it', async () => {
    const first = await run(twoPayments(), [pay()]);
    const second = await run(scriptedModel(), [pay()], answering(first.result, waits, yes()), first.transcript);
    const { result } = await run(
      scriptedModel(words('ok')),
      [pay()],
      answering(second.result, no()),
      second.transcript,
    );
    expect(result.messages).toMatchObject([
      { kind: 'results', results: [{ requestId: 'c1', outcome: 'denied' }] },
      { kind: 'assistant', text: 'ok' },
    ]);
    expect(result.messages[0]).toHaveProperty('results.length', 1);
  });

  it('have no results while every call of a reply waits', async () => {
    const first = await run(twoPayments(), [pay()]);
    const second = await run(scriptedModel(), [pay()], answering(first.result), first.transcript);
    expect(first.result.messages.map(({ kind }) => kind)).toEqual(['assistant']);
    expect(second.result.messages).toEqual([]);
  });
});

describe('a decision', () => {
  it('that its call was waiting for is not reported as matching none', async () => {
    const first = await run(twoPayments(), [pay()]);
    const { result } = await run(scriptedModel(), [pay()], answering(first.result, yes(), no()), first.transcript);
    expect(result.unmatchedDecisions).toEqual([]);
  });

  it('for a call that has its result already is reported, beside one that serves', async () => {
    const [done, open] = [aCall('c1', 'pay'), aCall('c2', 'pay')];
    const decided = (call: ProposedCall) =>
      call.kind === 'call'
        ? [[callKey(call), { approvalId: approvalId(`for ${call.requestId}`), reason: null }] as const]
        : [];
    const given = { deniedCallIds: new Map([done, open].flatMap(decided)) };
    const { result } = await run(scriptedModel(), [pay()], given, halfAnswered(done, open));
    expect(result.unmatchedDecisions).toEqual(['for c1']);
  });

  it('is reported when there is nothing to finish', async () => {
    const key = callKey({ requestId: requestId('c1'), toolName: 'pay', argsJson: '{}' });
    const approved = { approvalId: approvalId('A'), toolDefHash: 'def-pay', covered: noCapabilities };
    const { result } = await run(scriptedModel(), [pay()], { approvedCallIds: new Map([[key, approved]]) });
    expect(result.unmatchedDecisions).toEqual(['A']);
  });
});

describe('a turn of zero iterations', () => {
  it('passes its request through and finishes no earlier reply', async () => {
    const safe = aTool('safe');
    const model = scriptedModel(words('hello'));
    const loop = loopConfig({ maximumIterationsPerRequest: 0 });
    const { result } = await run(model, [safe], { loop }, openBatchOf(aCall('c1', 'safe')));
    expect(result).toMatchObject({ kind: 'finished', messages: [{ kind: 'assistant', text: 'hello' }] });
    expect(safe.runs).toEqual([]);
  });
});
