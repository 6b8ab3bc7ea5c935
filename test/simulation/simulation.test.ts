import { describe, expect, test } from 'vitest';
import { thorough } from '../support/thorough.ts';
import { simulate } from './simulate.ts';

const SEEDS = thorough ? 500 : 200;

describe('simulation', () => {
  test(`${SEEDS} seeds of people, crashes and forgeries break no promise`, { timeout: 240_000 }, async () => {
    const failed: string[] = [];
    const totals = { executions: 0, crashes: 0, decisions: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const outcome = await simulate(seed);
      totals.executions += outcome.executions;
      totals.crashes += outcome.crashes;
      totals.decisions += outcome.decisions;
      if (outcome.violations.length > 0) failed.push(`npm run sim -- --seed ${seed}: ${outcome.violations.join('; ')}`);
    }
    expect(failed).toEqual([]);
    // A simulation in which nothing happens proves nothing.
    expect(Math.min(totals.executions, totals.crashes, totals.decisions)).toBeGreaterThan(SEEDS / 4);
  });

  test('one seed is one history', async () => {
    const [first, second] = [await simulate(77), await simulate(77)];
    expect(second.trace).toEqual(first.trace);
    expect(first.trace.length).toBeGreaterThan(50);
  });
});
