import { describe, expect, it } from 'vitest';
import type { ProposedCall } from '../../../src/domain/call.ts';
import { requestId } from '../../../src/domain/ids.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { aCall, halfAnswered, openBatchOf } from '../../support/turn/open-call.ts';
import { scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const loop = loopConfig({ disableApprovalNotRequiredFunctionBypassing: true });
const pay = aTool('pay', { gated: true });

/** A payment nobody could read. */
const unreadable: ProposedCall = {
  kind: 'malformed',
  providerCallId: 'c1',
  requestId: requestId('c1'),
  toolName: 'pay',
  rawArguments: '{',
  reason: 'The text ends too early.',
};

describe('where one call that asks makes all of its reply ask', () => {
  it('a call that was answered before does not ask', async () => {
    const safe = aTool('safe');
    const batch = halfAnswered(aCall('c1', 'pay'), aCall('c2', 'safe'));
    const { result } = await run(scriptedModel(words('ok')), [pay, safe], { loop }, batch);
    expect(result.kind).toBe('finished');
    expect(safe.runs).toHaveLength(1);
  });

  it.each([
    ['to a tool that does not exist', aCall('c1', 'ghost')],
    ['that cannot be read', unreadable],
  ])('a call %s neither asks nor counts as an error of a tool', async (_, call) => {
    const safe = aTool('safe');
    const batch = openBatchOf(call, aCall('c2', 'safe'));
    const { result } = await run(scriptedModel(words('ok')), [pay, safe], { loop }, batch);
    expect(result).toMatchObject({ kind: 'finished', toolErrors: new Map() });
    expect(safe.runs).toHaveLength(1);
  });
});
