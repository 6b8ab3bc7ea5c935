import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeSignatureCheck } from '../../../src/slack/intake/signature.ts';

const NOW = 1_700_000_000_000;
const secret = 'the-signing-secret';
const body = Buffer.from('{"type":"event_callback"}');
const stamp = (offsetSeconds = 0): string => String(NOW / 1_000 + offsetSeconds);
const sign = (timestamp: string, bytes: Uint8Array = body): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(bytes).digest('hex')}`;
const check = () => makeSignatureCheck(secret, () => NOW);

describe('a request signature', () => {
  it('of now is valid', () => {
    expect(check().verify({ signature: sign(stamp()), timestamp: stamp(), body })).toBe('valid');
  });

  it.each([-300, 300])('is valid %i seconds away', (offset) => {
    expect(check().verify({ signature: sign(stamp(offset)), timestamp: stamp(offset), body })).toBe('valid');
  });

  it.each([-301, 301, 86_400])('is refused %i seconds away, even when it is right', (offset) => {
    expect(check().verify({ signature: sign(stamp(offset)), timestamp: stamp(offset), body })).toBe('outside-window');
  });

  it.each(['NaN', '1e10', '-1', '1.5', '', ' 1700000000', '99999999999999999'])(
    'with the timestamp %j is malformed',
    (timestamp) => {
      expect(check().verify({ signature: sign(timestamp), timestamp, body })).toBe('malformed');
    },
  );

  it.each([
    undefined,
    '',
    sign(stamp()).replace('v0=', 'v1='),
    sign(stamp()).toUpperCase(),
    sign(stamp()).slice(0, -1),
    `${sign(stamp())}0`,
  ])('spelt %j is malformed', (signature) => {
    expect(check().verify({ signature, timestamp: stamp(), body })).toBe('malformed');
  });

  it('over any other body is wrong', () => {
    const signature = sign(stamp());
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(check().verify({ signature, timestamp: stamp(), body: changed })).toBe('wrong');
    }
  });

  it('is good once, and a request that failed may come again', () => {
    const signatures = check();
    const request = { signature: sign(stamp()), timestamp: stamp(), body };
    expect(signatures.verify(request)).toBe('valid');
    expect(signatures.verify(request)).toBe('valid');
    signatures.spend(request.signature);
    expect(signatures.verify(request)).toBe('replayed');
  });
});
