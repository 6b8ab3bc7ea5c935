import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { UsageProblem } from '../../bench/measure/usage.ts';
import { chosenContestants } from '../../bench/turn/choose.ts';
import { runTurnBench } from '../../bench/turn/run-turn-bench.ts';

const results = z.object({
  node: z.string(),
  contestants: z.tuple([
    z.object({
      name: z.literal('countersign'),
      times: z.record(z.string(), z.object({ unit: z.string(), wall: z.object({ p50: z.number() }) })),
      behaviour: z.record(z.string(), z.string()),
    }),
  ]),
});

const CASES = ['no-gate', 'approve-1', 'approve-5', 'deny-1', 'history-200', 'delta', 'approve-1-signed', 'resume-100'];

test('our own contestant plays every case and probe, and the result says so', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const out = join(folder, 'turn.json');
  const printed: string[] = [];

  const args = ['--only', 'countersign', '--rounds', '1', '--quick', '--cases', CASES.join(','), '--dir', folder];
  await runTurnBench([...args, '--out', out], (line) => void printed.push(line));

  const [own] = results.parse(JSON.parse(readFileSync(out, 'utf8'))).contestants;
  expect(Object.keys(own.times).toSorted()).toEqual(CASES.toSorted());
  expect(own.behaviour).toEqual({ race: '1', replay: '1', flip: '0', reissue: '1' });
  expect(printed.join('\n')).toContain('approve ×1, in memory, ms');
});

test('without the peers, whoever asks for one is told the command that installs them', () => {
  expect(() => chosenContestants(undefined, false)).toThrow(/npm ci --prefix bench\/turn\/peers/);
});

test('our own contestant needs no peers', () => {
  expect(chosenContestants('countersign', false).map(({ name }) => name)).toEqual(['countersign']);
});

test('a contestant nobody knows is refused', () => {
  expect(() => chosenContestants('countersign,nobody', true)).toThrow(
    new UsageProblem('there is no contestant called "nobody"'),
  );
});
