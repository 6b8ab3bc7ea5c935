import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readResults } from '../../bench/all/results.ts';
import { targetTable } from '../../bench/all/run-all-benches.ts';
import { targets } from '../../bench/all/targets.ts';
import { runLoadBench } from '../../bench/load/run-load-bench.ts';
import { slopePerHour } from '../../bench/measure/slope.ts';
import { positiveNumber, UsageProblem } from '../../bench/measure/usage.ts';
import { makeHappenings, TooLate } from '../../bench/service/happenings.ts';
import { runSoakBench } from '../../bench/soak/run-soak-bench.ts';
import { conversationId } from '../../src/domain/ids.ts';
import { inThoroughRuns } from '../support/thorough.ts';

const SMOKE_MS = 120_000;
const c1 = conversationId('c1');

function resultsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const resultOf = <T>(file: string, shape: z.ZodType<T>): T => shape.parse(JSON.parse(readFileSync(file, 'utf8')));

describe('the load bench', () => {
  it('plays approvals and answers through the whole bot and tells what they took', { timeout: SMOKE_MS }, async () => {
    const folder = resultsFolder();
    const out = join(folder, 'load.json');
    const small = ['--conversations', '4', '--rate', '4', '--streams', '2', '--seconds', '2', '--burst', '20'];
    await runLoadBench([...small, '--dir', folder, '--out', out], () => undefined);
    const { figures } = resultOf(out, z.object({ figures: z.record(z.string(), z.number().nullable()) }));
    expect(figures['click to durable decision, ms, p50']).toBeGreaterThan(0);
    expect(figures['acknowledgement in a burst, ms, p99']).toBeGreaterThan(0);
    expect(figures['events of a conversation']).toBeGreaterThan(5);
  });
});

describe('the soak bench', () => {
  inThoroughRuns(() => {
    it('goes on while Slack and the model fail, and tells what grows', { timeout: SMOKE_MS }, async () => {
      const folder = resultsFolder();
      const out = join(folder, 'soak.json');
      const small = ['--minutes', '0.05', '--people', '2', '--percent', '10'];
      await runSoakBench([...small, '--dir', folder, '--out', out], () => undefined);
      const counts = z.object({ finished: z.number(), failed: z.number(), late: z.number() });
      const growth = z.array(z.object({ name: z.string() }));
      const soak = resultOf(out, z.object({ counts, growth, readings: z.array(z.unknown()) }));
      expect(soak.counts.finished).toBeGreaterThan(0);
      expect(soak.readings.length).toBeGreaterThan(1);
      expect(soak.growth.map(({ name }) => name)).toContain('write-ahead log, MB');
    });
  });
});

describe('a slope', () => {
  it('is what a figure grows by in an hour', () => {
    const readings = [0, 1, 2, 3].map((minute) => ({ minute, value: 10 + minute / 2 }));
    expect(slopePerHour(readings)).toBeCloseTo(30);
  });

  it('is unknown from one reading', () => {
    expect(slopePerHour([{ minute: 1, value: 1 }])).toBeNaN();
  });
});

describe('the table of targets', () => {
  it('takes the figures of the results that are kept', () => {
    const text = targetTable(targets, readResults(join(import.meta.dirname, '../../bench/results')));
    expect(text).toMatch(/\| one streamed delta +\| +≤ 8 µs \| +[\d.]+ µs \| +yes \|/);
  });

  it('says what was not measured', () => {
    expect(targetTable(targets.slice(0, 1), readResults('/nowhere'))).toMatch(/≤ 0.3 ms \| +– \| +– \|/);
  });

  it('says what was not reached', () => {
    const [first] = targets;
    if (first === undefined) throw new Error('there is no target');
    expect(targetTable([{ ...first, measured: () => 1 }], readResults('/nowhere'))).toMatch(/1 ms \| +no \|/);
    expect(targetTable([{ ...first, measured: () => 1, atLeast: true }], readResults('/nowhere'))).toMatch(/yes \|/);
  });
});

describe('what happens in conversations', () => {
  const ended = { kind: 'ended', conversation: c1, at: 1, how: 'finished' } as const;

  it('is told to who asks afterwards', async () => {
    const happenings = makeHappenings();
    happenings.take(ended);
    expect(await happenings.next(c1, 'ended', 1)).toEqual(ended);
  });

  it('is told to who waits for it', async () => {
    const happenings = makeHappenings();
    const waiting = happenings.next(c1, 'ended', 10_000);
    happenings.take(ended);
    expect(await waiting).toEqual(ended);
  });

  it('is not waited for for ever', async () => {
    await expect(makeHappenings().next(c1, 'ended', 1)).rejects.toBeInstanceOf(TooLate);
  });
});

it('a duration of nothing is refused by the name of its option', () => {
  expect(() => positiveNumber('0', 'minutes')).toThrow(new UsageProblem('--minutes takes a number above 0, not "0"'));
});
