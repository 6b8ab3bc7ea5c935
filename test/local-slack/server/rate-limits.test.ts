import { describe, expect, it } from 'vitest';
import {
  makeRateLimits,
  POSTING_BURST,
  POSTING_PER_WORKSPACE_MINUTE,
} from '../../../src/local-slack/server/web-api/rate-limits.ts';
import { errorOf } from './support/api.ts';
import { openWorkspace } from './support/workspace.ts';

/** Limits on a clock that stands still until it is moved. */
function limitsAt(start: number) {
  let time = start;
  const limits = makeRateLimits('slack', () => time);
  return {
    limits,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('rate limits', () => {
  it.each([
    [1, 1],
    [2, 20],
    [3, 50],
    [4, 100],
  ] as const)('tier %d lets %d calls of a method through in a minute and not one more', (tier, allowed) => {
    const { limits, pass } = limitsAt(0);
    for (let n = 0; n < allowed; n += 1) expect(limits.method('a.b', tier, 'T1')).toBeUndefined();
    pass(59_000);
    expect(limits.method('a.b', tier, 'T1')).toBe(1);
    pass(1_000);
    expect(limits.method('a.b', tier, 'T1')).toBeUndefined();
  });

  it('are counted for each method and each workspace alone', () => {
    const { limits } = limitsAt(0);
    limits.method('a.b', 1, 'T1');
    expect(limits.method('a.c', 1, 'T1')).toBeUndefined();
    expect(limits.method('a.b', 1, 'T2')).toBeUndefined();
    expect(limits.method('a.b', 1, 'T1')).toBe(60);
  });

  it('let a short burst of messages into a channel and then one a second', () => {
    const { limits, pass } = limitsAt(0);
    for (let n = 0; n < POSTING_BURST; n += 1) expect(limits.posting('C1', 'T1')).toBeUndefined();
    expect(limits.posting('C1', 'T1')).toBe(1);
    expect(limits.posting('C2', 'T1')).toBeUndefined();
    pass(1_000);
    expect(limits.posting('C1', 'T1')).toBeUndefined();
    expect(limits.posting('C1', 'T1')).toBe(1);
  });

  it('hold a workspace to its messages a minute over all channels', () => {
    const { limits } = limitsAt(0);
    for (let n = 0; n < POSTING_PER_WORKSPACE_MINUTE; n += 1) expect(limits.posting(`C${n}`, 'T1')).toBeUndefined();
    expect(limits.posting('C-next', 'T1')).toBe(60);
  });

  it('answer 429 with Retry-After and Slack’s spelling', async () => {
    const workspace = await openWorkspace({ rateLimits: 'slack' });
    for (let n = 0; n < 20; n += 1) {
      expect(await errorOf(workspace, 'usergroups.users.list', { usergroup: 'S0ONCALL' })).toBeUndefined();
    }
    const response = await fetch(`${workspace.url}/api/usergroups.users.list?usergroup=S0ONCALL`, {
      method: 'POST',
      headers: { authorization: 'Bearer xoxb-local' },
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await response.json()).toEqual({ ok: false, error: 'ratelimited' });
  });

  it('can be turned off', () => {
    const limits = makeRateLimits('off', () => 0);
    for (let n = 0; n < 200; n += 1) expect(limits.method('a.b', 1, 'T1')).toBeUndefined();
  });
});
