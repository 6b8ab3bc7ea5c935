import { describe, expect, it, vi } from 'vitest';
import { makeReadiness, type Probe } from '../../src/platform/readiness.ts';

const holding = (name: string): Probe => ({ name, holds: () => true });

describe('readiness', () => {
  it('is given when every probe holds', async () => {
    const ask = makeReadiness([holding('store'), holding('slack')], { now: () => 0 });
    expect((await ask()).ready).toBe(true);
  });

  it.each<[string, Probe['holds']]>([
    ['says no', () => false],
    ['fails', () => Promise.reject(new Error('postgresql://user:password@host'))],
    ['takes too long', () => new Promise(() => {})],
  ])('is not given when one probe %s, and says which', async (_, holds) => {
    const ask = makeReadiness([holding('slack'), { name: 'store', holds }], { now: () => 0, withinMs: 20 });
    expect(await ask()).toEqual({
      ready: false,
      checks: [
        { name: 'slack', holds: true },
        { name: 'store', holds: false },
      ],
    });
  });

  it('probes once for everybody who asks within a second', async () => {
    let now = 5_000;
    const holds = vi.fn<() => boolean>(() => true);
    const ask = makeReadiness([{ name: 'store', holds }], { now: () => now });
    await Promise.all([ask(), ask()]);
    now += 999;
    await ask();
    expect(holds).toHaveBeenCalledOnce();
  });

  it('notices within a second that something no longer holds', async () => {
    let now = 5_000;
    let holds = true;
    const ask = makeReadiness([{ name: 'store', holds: () => holds }], { now: () => now });
    await ask();
    holds = false;
    now += 1_000;
    expect((await ask()).ready).toBe(false);
  });
});
