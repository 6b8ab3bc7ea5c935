import { describe, expect, it } from 'vitest';
import { approvalId } from '../../../src/domain/ids.ts';
import type { SessionGrant } from '../../../src/turn/authority.ts';
import { countingIds, run } from '../../support/turn/a-turn.ts';
import { answering, grantFor, theGrant, waits, yes } from '../../support/turn/decisions.ts';
import { aCall, openBatchOf, started } from '../../support/turn/open-call.ts';
import { aRecorder } from '../../support/turn/recorder.ts';
import { calls, scriptedModel } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const pays = () => scriptedModel(calls([['c1', 'pay', { to: 'a' }]]));

describe('the question for a gated call', () => {
  it('holds the call, its tool and nothing else when a rule asks', async () => {
    const { result } = await run(pays(), [aTool('pay', { gated: true })]);
    expect(result.pendingApprovals).toEqual([
      {
        approvalId: 'token-1',
        turnId: 'turn-1',
        requestId: 'c1',
        toolName: 'pay',
        argsJson: '{"to":"a"}',
        effectiveArgsJson: null,
        injectedContext: null,
        title: 'Title of pay',
        reason: '',
        missingCapabilities: [],
        required: [],
        sandbox: null,
        toolDefHash: 'def-pay',
        effect: 'once',
        destructive: false,
        cacheable: false,
        taint: null,
        earlier: null,
      },
    ]);
  });

  it('holds everything that is asked about when there is more to it', async () => {
    const pay = aTool('pay', {
      cacheable: true,
      destructive: true,
      effect: 'keyed',
      needs: ['mutate-external', 'local-read'],
      sandboxWouldDeny: () => 'outside the root',
    });
    const rewrite = { kind: 'rewrite', argsJson: '{"to":"b"}', injectedContext: 'be brief' } as const;
    const { result } = await run(pays(), [pay], {
      escalateSandboxDenials: true,
      untrustedContextSeed: { kind: 'attachment' },
      hooks: [{ name: 'h', toolCall: () => rewrite }],
      dispatchRecorder: aRecorder(),
    });
    expect(result.pendingApprovals).toEqual([
      {
        approvalId: 'token-1',
        turnId: 'turn-1',
        requestId: 'c1',
        toolName: 'pay',
        argsJson: '{"to":"a"}',
        effectiveArgsJson: '{"to":"b"}',
        injectedContext: 'be brief',
        title: 'Title of pay',
        reason:
          'This call could change something outside, and untrusted content is in the conversation. ' +
          'This call could reach beyond the sandbox, which would refuse it.',
        missingCapabilities: ['mutate-external'],
        required: ['local-read', 'mutate-external'],
        sandbox: 'outside the root',
        toolDefHash: 'def-pay',
        effect: 'keyed',
        destructive: true,
        cacheable: true,
        taint: { kind: 'attachment' },
        earlier: null,
      },
    ]);
  });

  it('keeps its id and its words while nobody answers, whatever is missing by now', async () => {
    const pay = aTool('pay', { gated: true, needs: ['mutate-external'] });
    const first = await run(pays(), [pay]);
    const later = {
      ...answering(first.result, waits),
      ids: countingIds('later-'),
      untrustedContextSeed: { kind: 'attachment' } as const,
    };
    const second = await run(scriptedModel(), [pay], later, first.transcript);
    expect(second.result.pendingApprovals).toEqual(first.result.pendingApprovals);
  });

  it('gets a new id when it is asked again after an approval that no longer serves', async () => {
    const first = await run(pays(), [aTool('pay', { gated: true })]);
    const changed = aTool('pay', { gated: true, definitionHash: 'def-new', needs: ['local-write'] });
    const later = {
      ...answering(first.result, yes()),
      ids: countingIds('later-'),
      baseCapabilities: new Set<never>(),
    };
    const second = await run(scriptedModel(), [changed], later, first.transcript);
    expect(second.result.pendingApprovals).toMatchObject([
      {
        approvalId: 'later-token-1',
        earlier: 'token-1',
        reason: 'The tool has changed since this was approved. This call could change local files.',
      },
    ]);
  });

  it('says first that an earlier attempt may have run, then why it is asked', async () => {
    const pay = aTool('pay', { effect: 'keyed', needs: ['local-write'] });
    const given = { ...started('c1', { effect: 'keyed' }), baseCapabilities: new Set<never>() };
    const { result } = await run(scriptedModel(), [pay], given, openBatchOf(aCall('c1', 'pay')));
    expect(result.pendingApprovals[0]?.reason).toBe(
      'An earlier attempt may already have taken effect. This call could change local files.',
    );
  });
});

describe('the earlier card a question points to', () => {
  const grant = (id: string, given: Partial<SessionGrant>): SessionGrant => ({
    grant: approvalId(id),
    covered: new Set(),
    givenClean: false,
    toolDefHash: 'def-old',
    expiresAt: 1_000_000,
    ...given,
  });
  const earlierWith = async (...grants: readonly SessionGrant[]) => {
    const given = { sessionApprovedTools: new Map([['pay', grants]]) };
    const { result } = await run(pays(), [aTool('pay', { gated: true, cacheable: true })], given);
    return result.pendingApprovals.map(({ earlier }) => earlier);
  };

  it('is the grant that another definition of the tool was given', async () => {
    const { result } = await run(
      pays(),
      [aTool('pay', { gated: true, cacheable: true })],
      grantFor('pay', { toolDefHash: 'def-old' }),
    );
    expect(result.pendingApprovals).toMatchObject([{ earlier: theGrant }]);
  });

  it('is the newest of several such grants', async () => {
    expect(await earlierWith(grant('G1', {}), grant('G2', {}), grant('G3', {}))).toEqual(['G3']);
  });

  it('is none while a grant for this very definition is there, although it does not serve', async () => {
    const spent = grant('G2', { toolDefHash: 'def-pay', expiresAt: 1_000 });
    expect(await earlierWith(grant('G1', {}), spent)).toEqual([null]);
  });
});
