import { parseArgs } from 'node:util';
import { runInProcesses, runSeeds, SEEDS_A_PROCESS } from './run-seeds.ts';
import { simulate } from './simulate.ts';

/**
 * `npm run sim -- --seed S` replays one seed and prints its trace; `npm run sim -- --count N [--from S]` runs many, `--jobs`
 * processes at a time. `--first`: in this process until one fails; `--json`: in this process, totals as JSON.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    first: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const say = (text: string): void => void process.stdout.write(text);

if (values.seed !== undefined) {
  const outcome = await simulate(Number(values.seed));
  say(`${outcome.trace.join('\n')}\n`);
  report(outcome.violations, outcome.seed);
} else {
  const started = Date.now();
  const [from, count] = [Number(values.from), Number(values.count)];
  const here = values.first || values.json || count <= SEEDS_A_PROCESS;
  const totals = here
    ? await runSeeds(from, count, values.first, report)
    : await runInProcesses(from, count, Number(values.jobs), say);
  const seconds = (Date.now() - started) / 1000;
  say(values.json ? `${JSON.stringify(totals)}\n` : `in ${seconds.toFixed(1)} s: ${JSON.stringify(totals)}\n`);
  if (totals.failed > 0) process.exitCode = 1;
}

function report(violations: readonly string[], seed: number): void {
  if (violations.length === 0) return;
  process.exitCode = 1;
  say(`seed ${seed}: ${violations.slice(0, 5).join('; ')}\n`);
}
