import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { simulate } from './simulate.ts';

const totals = z.object({
  seeds: z.number(),
  executions: z.number(),
  crashes: z.number(),
  decisions: z.number(),
  failed: z.number(),
});

/** What many seeds came to. */
export type Totals = z.infer<typeof totals>;

/** A process that died in a simulation never takes its listeners off its signals, and the runtime keeps those. */
export const SEEDS_A_PROCESS = 5_000;
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const run = promisify(execFile);

/** Runs seeds one after the other in this process; `stopAtFirst`: until one fails. */
export async function runSeeds(
  from: number,
  count: number,
  stopAtFirst: boolean,
  report: (violations: readonly string[], seed: number) => void,
): Promise<Totals> {
  const sum: Totals = { seeds: 0, executions: 0, crashes: 0, decisions: 0, failed: 0 };
  for (let seed = from; seed < from + count && !(stopAtFirst && sum.failed > 0); seed += 1) {
    const outcome = await simulate(seed);
    sum.seeds += 1;
    sum.executions += outcome.executions;
    sum.crashes += outcome.crashes;
    sum.decisions += outcome.decisions;
    if (outcome.violations.length > 0) sum.failed += 1;
    report(outcome.violations, seed);
  }
  return sum;
}

/** Runs seeds in processes of {@link SEEDS_A_PROCESS} seeds each, `jobs` of them at a time; `say` gets what each printed. */
export async function runInProcesses(
  from: number,
  count: number,
  jobs: number,
  say: (text: string) => void,
): Promise<Totals> {
  const sum: Totals = { seeds: 0, executions: 0, crashes: 0, decisions: 0, failed: 0 };
  const starts = Array.from(
    { length: Math.ceil(count / SEEDS_A_PROCESS) },
    (_, i) => from + i * SEEDS_A_PROCESS,
  ).values();
  const work = async (): Promise<void> => {
    for (const start of starts) {
      const some = Math.min(SEEDS_A_PROCESS, from + count - start);
      const args = [MAIN, '--from', String(start), '--count', String(some), '--json'];
      // A process that found something says so in what it prints, and in its exit code.
      const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => error);
      const lines = stdout.trimEnd().split('\n');
      const found = totals.parse(JSON.parse(lines.pop() ?? ''));
      for (const line of lines) say(`${line}\n`);
      for (const key of totals.keyof().options) sum[key] += found[key];
      say(`${sum.seeds} seeds\n`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return sum;
}
