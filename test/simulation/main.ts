import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

/** `npm run sim -- --seed S` replays one seed and prints its trace; `npm run sim -- --count N [--from S]` runs many (`--first`: until one fails). */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    first: { type: 'boolean', default: false },
  },
});

if (values.seed !== undefined) {
  const outcome = await simulate(Number(values.seed));
  process.stdout.write(`${outcome.trace.join('\n')}\n`);
  report(outcome.violations, outcome.seed);
} else {
  const started = Date.now();
  const totals = { executions: 0, crashes: 0, decisions: 0, failed: 0 };
  const count = Number(values.count);
  for (let seed = Number(values.from); seed < Number(values.from) + count; seed += 1) {
    const outcome = await simulate(seed);
    totals.executions += outcome.executions;
    totals.crashes += outcome.crashes;
    totals.decisions += outcome.decisions;
    if (outcome.violations.length > 0) totals.failed += 1;
    report(outcome.violations, seed);
    if (values.first && totals.failed > 0) break;
  }
  const seconds = (Date.now() - started) / 1000;
  process.stdout.write(`${count} seeds in ${seconds.toFixed(1)} s: ${JSON.stringify(totals)}\n`);
}

function report(violations: readonly string[], seed: number): void {
  if (violations.length === 0) return;
  process.exitCode = 1;
  process.stdout.write(`seed ${seed}: ${violations.slice(0, 5).join('; ')}\n`);
}
