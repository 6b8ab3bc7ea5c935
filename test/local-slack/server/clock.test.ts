import { describe, expect, it, onTestFinished } from 'vitest';
import { makeClock } from '../../../src/local-slack/server/clock.ts';
import { makeTimestamps } from '../../../src/local-slack/server/world/timestamps.ts';
import { until } from './support/workspace.ts';

function stillClock() {
  const clock = makeClock(() => 1_000);
  onTestFinished(() => clock.close());
  return clock;
}

describe('the workspace clock', () => {
  it('runs a job when its time has come and not before', () => {
    const clock = stillClock();
    const ran: string[] = [];
    clock.after(60_000, () => ran.push('job'));
    clock.advance(59_999);
    expect(ran).toEqual([]);
    clock.advance(1);
    expect(ran).toEqual(['job']);
  });

  it('runs jobs in the order they are due', () => {
    const clock = stillClock();
    const ran: string[] = [];
    clock.after(2_000, () => ran.push('second'));
    clock.after(1_000, () => ran.push('first'));
    clock.advance(5_000);
    expect(ran).toEqual(['first', 'second']);
  });

  it('does not run a job that was taken back', () => {
    const clock = stillClock();
    const ran: string[] = [];
    clock.after(1_000, () => ran.push('job'))();
    clock.advance(5_000);
    expect(ran).toEqual([]);
  });

  it('runs jobs by itself as real time passes', async () => {
    const clock = makeClock(Date.now);
    onTestFinished(() => clock.close());
    const ran: string[] = [];
    clock.after(5, () => ran.push('job'));
    expect(await until(() => ran[0])).toBe('job');
  });
});

describe('timestamps', () => {
  it('are never equal and never go back, even when time stands still', () => {
    const next = makeTimestamps(() => 1_800_000_000_999);
    expect([next(), next(), next()]).toEqual(['1800000000.999000', '1800000000.999001', '1800000000.999002']);
  });
});
