import { describe, expect, it } from 'vitest';
import { actionKey, type CallIdentity, callKey } from '../../src/domain/call.ts';
import { requestId } from '../../src/domain/ids.ts';

const refund: CallIdentity = { requestId: requestId('r1'), toolName: 'shop.refund', argsJson: '{"order":7}' };

describe('the key of a call', () => {
  it.each<[string, CallIdentity, { readonly occurrence: boolean; readonly action: boolean }]>([
    ['the same call', { ...refund }, { occurrence: true, action: true }],
    ['the same action again', { ...refund, requestId: requestId('r2') }, { occurrence: false, action: true }],
    ['another tool', { ...refund, toolName: 'shop.void' }, { occurrence: false, action: false }],
    ['other arguments', { ...refund, argsJson: '{"order":8}' }, { occurrence: false, action: false }],
    [
      'the parts cut elsewhere',
      { ...refund, toolName: 'shop.refund{', argsJson: '"order":7}' },
      { occurrence: false, action: false },
    ],
  ])('tells occurrences apart, and actions whatever their occurrence: %s', (_, other, same) => {
    expect({
      occurrence: callKey(refund) === callKey(other),
      action: actionKey(refund) === actionKey(other),
    }).toEqual(same);
  });
});
