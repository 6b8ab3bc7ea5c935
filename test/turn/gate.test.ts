import { describe, expect, it } from 'vitest';
import { allCapabilities, type Capability, noCapabilities } from '../../src/domain/capability.ts';
import { approvalId } from '../../src/domain/ids.ts';
import type { SessionGrant } from '../../src/turn/authority.ts';
import { type CallDecision, type GatedCall, judgeCall, type Rules } from '../../src/turn/gate/gate.ts';
import { needOf } from '../../src/turn/gate/need.ts';
import { theGrant } from '../support/turn/decisions.ts';
import { aTool } from '../support/turn/tools.ts';

const A = approvalId('A');
const egress: ReadonlySet<Capability> = new Set<Capability>(['arbitrary-egress']);

interface Case {
  readonly invalid: boolean;
  readonly veto: boolean;
  /** Needs egress, which a tainted conversation has not. */
  readonly egress: boolean;
  readonly tainted: boolean;
  readonly policyAsks: boolean;
  readonly sandboxDenies: boolean;
  readonly escalates: boolean;
  readonly decision: 'none' | 'open' | 'denied' | 'approved' | 'approved-for-less' | 'approved-for-another';
  readonly grant: 'none' | 'covering' | 'too-small' | 'of-another' | 'expired';
  readonly cacheable: boolean;
  readonly deniedBefore: boolean;
  readonly unattended: boolean;
}

const flags = [false, true] as const;

function* everyCase(): Iterable<Case> {
  for (const invalid of flags)
    for (const veto of flags)
      for (const tool of flags)
        for (const tainted of flags)
          for (const policyAsks of flags)
            for (const [sandboxDenies, escalates] of [
              [false, true],
              [true, false],
              [true, true],
            ] as const)
              for (const decision of [
                'none',
                'open',
                'denied',
                'approved',
                'approved-for-less',
                'approved-for-another',
              ] as const)
                for (const grant of ['none', 'covering', 'too-small', 'of-another', 'expired'] as const)
                  for (const cacheable of flags)
                    for (const deniedBefore of flags)
                      for (const unattended of flags)
                        yield {
                          invalid,
                          veto,
                          egress: tool,
                          tainted,
                          policyAsks,
                          sandboxDenies,
                          escalates,
                          decision,
                          grant,
                          cacheable,
                          deniedBefore,
                          unattended,
                        };
}

const decisions: Readonly<Record<Case['decision'], CallDecision>> = {
  none: { kind: 'none' },
  open: { kind: 'open' },
  denied: { kind: 'denied', approvalId: A, reason: null },
  approved: { kind: 'approved', approvalId: A, toolDefHash: 'def-t', covered: egress },
  'approved-for-less': { kind: 'approved', approvalId: A, toolDefHash: 'def-t', covered: noCapabilities },
  'approved-for-another': { kind: 'approved', approvalId: A, toolDefHash: 'def-other', covered: egress },
};

const covering: SessionGrant = {
  grant: theGrant,
  covered: egress,
  givenClean: false,
  toolDefHash: 'def-t',
  expiresAt: 101,
};
const grants: Readonly<Record<Case['grant'], readonly SessionGrant[]>> = {
  none: [],
  covering: [covering],
  'too-small': [{ ...covering, covered: noCapabilities }],
  'of-another': [{ ...covering, toolDefHash: 'def-other' }],
  expired: [{ ...covering, expiresAt: 100 }],
};

function judged(c: Case): string {
  const tool = aTool('t', {
    gated: c.policyAsks,
    cacheable: c.cacheable,
    needs: c.egress ? ['arbitrary-egress'] : [],
    invalid: () => (c.invalid ? 'bad' : null),
    veto: () => (c.veto ? { reason: 'never' } : null),
    sandboxWouldDeny: () => (c.sandboxDenies ? 'outside' : null),
  });
  const call: GatedCall = {
    tool,
    args: {},
    decision: decisions[c.decision],
    deniedBefore: c.deniedBefore ? 'denied then' : undefined,
  };
  const rules: Rules = {
    need: () =>
      needOf(
        tool,
        {},
        {
          baseCapabilities: allCapabilities,
          taint: c.tainted ? { kind: 'web-search' } : null,
          escalateSandboxDenials: c.escalates,
          withBatch: false,
        },
      ),
    grants: () => grants[c.grant],
    now: 100,
    unattended: c.unattended,
    bindsApprovals: true,
  };
  const verdict = judgeCall(call, rules);
  switch (verdict.kind) {
    case 'run':
      return `run ${verdict.ground.kind}`;
    case 'refuse':
      return verdict.unattended ? 'refuse unattended' : `refuse ${verdict.answer.outcome}`;
    case 'pause':
      return 'pause';
  }
}

/** The order of the rules, written down a second time as a table of who wins. */
function expected(c: Case): string {
  const lacks = c.egress && c.tainted;
  const escalation = c.sandboxDenies && c.escalates;
  const asks = lacks || c.policyAsks || escalation;
  const grantServes = c.cacheable && !escalation && (c.grant === 'covering' || (c.grant === 'too-small' && !lacks));
  const order: readonly (readonly [boolean, string])[] = [
    [c.invalid, 'refuse invalid'],
    [c.veto, 'refuse refused'],
    [c.decision === 'denied', 'refuse denied'],
    [c.decision === 'approved-for-another', 'pause'],
    [c.decision === 'approved-for-less', lacks ? 'pause' : 'run approved'],
    [c.decision === 'approved', 'run approved'],
    [!asks, 'run ungated'],
    [c.deniedBefore && c.decision === 'none', 'refuse denied'],
    [grantServes, 'run granted'],
    [c.unattended && c.decision === 'none', 'refuse unattended'],
  ];
  return order.find(([holds]) => holds)?.[1] ?? 'pause';
}

describe('the gate', () => {
  it('gives the verdict the table says for every combination', () => {
    const wrong = [...everyCase()].filter((c) => judged(c) !== expected(c));
    expect(wrong).toEqual([]);
  });

  it('never runs a vetoed call, whatever else holds', () => {
    const runs = [...everyCase()].filter((c) => c.veto && judged(c).startsWith('run'));
    expect(runs).toEqual([]);
  });

  it('never runs a denied call, whatever else holds', () => {
    const runs = [...everyCase()].filter((c) => c.decision === 'denied' && judged(c).startsWith('run'));
    expect(runs).toEqual([]);
  });

  it('never lets a grant serve a tool whose approval may not be remembered', () => {
    const runs = [...everyCase()].filter((c) => !c.cacheable && judged(c) === 'run granted');
    expect(runs).toEqual([]);
  });

  it('never runs egress unasked while the conversation is tainted', () => {
    const runs = [...everyCase()].filter((c) => c.egress && c.tainted && judged(c) === 'run ungated');
    expect(runs).toEqual([]);
  });

  it('taint only ever turns a run into something less', () => {
    const worse = [...everyCase()].filter(
      (c) => c.tainted && judged(c).startsWith('run') && !judged({ ...c, tainted: false }).startsWith('run'),
    );
    expect(worse).toEqual([]);
  });
});
