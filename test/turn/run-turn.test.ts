import { describe, expect, it } from 'vitest';
import { callKey } from '../../src/domain/call.ts';
import { noCapabilities } from '../../src/domain/capability.ts';
import { requestId } from '../../src/domain/ids.ts';
import { run } from '../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool, output } from '../support/turn/tools.ts';

describe('a turn', () => {
  it('answers in words when the model does', async () => {
    const { result, journal } = await run(scriptedModel(words('Hel', 'lo')), []);
    expect(result).toMatchObject({ kind: 'finished', end: 'end', stop: 'end' });
    expect(journal.events).toMatchObject([{ type: 'step.accepted', text: 'Hello', calls: [] }]);
  });

  it('writes the step, the intent and the result before the model reads the result', async () => {
    const add = aTool('add', { run: () => output('3') });
    const model = scriptedModel(calls([['c1', 'add', { b: 2, a: 1 }]]), words('three'));
    const { journal } = await run(model, [add]);
    expect(journal.events.map(({ type }) => type)).toEqual([
      'step.accepted',
      'tool.dispatched',
      'tool.completed',
      'step.accepted',
    ]);
    expect(add.runs.map(({ args }) => args)).toEqual([{ a: 1, b: 2 }]);
  });

  it('pauses for a gated call and runs it once a person approved exactly that call', async () => {
    const refund = aTool('refund', { gated: true });
    const first = await run(scriptedModel(calls([['c1', 'refund', { id: 7 }]])), [refund]);
    expect(first.result.kind).toBe('paused');
    const [pending] = first.result.pendingApprovals;
    expect(pending).toMatchObject({ requestId: 'c1', argsJson: '{"id":7}', effectiveArgsJson: null, reason: '' });
    expect(refund.runs).toEqual([]);

    const key = callKey({ requestId: requestId('c1'), toolName: 'refund', argsJson: '{"id":7}' });
    const approvalId = pending?.approvalId;
    if (approvalId === undefined) throw new Error('nothing was asked');
    const approved = new Map([[key, { approvalId, toolDefHash: 'def-refund', covered: noCapabilities }]]);
    const model = scriptedModel(words('refunded'));
    const second = await run(model, [refund], { approvedCallIds: approved }, first.transcript);
    expect(second.result).toMatchObject({ kind: 'finished', end: 'end' });
    expect(refund.runs).toHaveLength(1);
    expect(refund.runs[0]?.context.idempotencyKey).toBe(approvalId);
  });
});
