import { describe, expect, it } from 'vitest';
import { type DecisionKind, decisionBytesV1, isApproval } from '../../src/domain/decision.ts';
import { aDecision } from '../support/decisions.ts';
import { signedFields } from '../support/signed-fields.ts';

it.each<[DecisionKind, boolean]>([
  ['approve', true],
  ['approve-edited', true],
  ['approve-and-remember', true],
  ['deny', false],
])('%s lets the call run: %s', (kind, approves) => {
  expect(isApproval(kind)).toBe(approves);
});

describe('the signed layout of a decision', () => {
  it('names every field in its frozen order', () => {
    expect(signedFields(decisionBytesV1('k1', aDecision()))).toEqual([
      'countersign.decision.v1',
      'k1',
      'E1',
      'T1',
      'T1:C1:1.1',
      'turn',
      'approval',
      'request',
      'shop.issue_refund',
      'abc',
      '{"a":1}',
      '{"a":2}',
      'note',
      'approve-and-remember',
      'remember',
      'local-read,mutate-external',
      '1000000',
      'fine',
      'T1',
      'U1',
      'T1',
      'U2',
      'C1',
      '1.2',
      '1000',
      '2000',
      'nonce',
    ]);
  });

  it('keeps what is absent apart from what is empty', () => {
    const absent = { enterprise: null, effectiveArgsJson: null, injectedContext: null, grantExpiresAt: null };
    const fields = signedFields(decisionBytesV1('k1', aDecision({ ...absent, reason: null, coveredCapabilities: [] })));
    expect([2, 11, 12, 15, 16, 17].map((at) => fields[at])).toEqual([null, null, null, '', null, null]);
  });

  it.each<[DecisionKind, string]>([
    ['approve', 'once'],
    ['approve-edited', 'once'],
    ['approve-and-remember', 'remember'],
    ['deny', 'once'],
  ])('says how long %s serves: %s', (kind, serves) => {
    const fields = signedFields(decisionBytesV1('k1', aDecision({ decision: kind })));
    expect(fields.slice(13, 15)).toEqual([kind, serves]);
  });
});
