import { parseArgs } from 'node:util';
import { runControlBench } from '../control/run-control-bench.ts';
import { runLoadBench } from '../load/run-load-bench.ts';
import { rounded } from '../measure/quantiles.ts';
import { table } from '../measure/table.ts';
import { runRestartBench } from '../restart/run-restart-bench.ts';
import { runScaleBench } from '../scale/run-scale-bench.ts';
import { runSoakBench } from '../soak/run-soak-bench.ts';
import { runTurnBench } from '../turn/run-turn-bench.ts';
import { type BenchName, type Results, readResults, resultFile } from './results.ts';
import { type Target, targets } from './targets.ts';

export const allHelp = `all      every bench one after the other, then what was to be reached beside what was
         --quick        small runs, to see that everything works; their figures mean little
         --table        nothing is run: the table of the results there are
         --results FOLDER  where the JSON goes, or is (bench/results/local)`;

type Run = (args: readonly string[], print: (line: string) => void) => Promise<void>;

interface Bench {
  readonly name: BenchName;
  readonly run: Run;
  readonly quick: readonly string[];
}

const benches: readonly Bench[] = [
  { name: 'turn', run: runTurnBench, quick: ['--rounds', '1', '--quick'] },
  { name: 'control', run: runControlBench, quick: ['--seconds', '1', '--trips', '20', '--events', '2000'] },
  { name: 'restart', run: runRestartBench, quick: ['--turns', '2000', '--pending', '200'] },
  {
    name: 'load',
    run: runLoadBench,
    quick: ['--conversations', '20', '--streams', '20', '--seconds', '4', '--burst', '100'],
  },
  { name: 'scale', run: whereThereIsPostgres, quick: ['--turns', '12', '--wait', '100'] },
  { name: 'soak', run: runSoakBench, quick: ['--minutes', '0.5', '--people', '2'] },
];

/** Everything else needs nothing but this machine. */
async function whereThereIsPostgres(args: readonly string[], print: (line: string) => void): Promise<void> {
  if (process.env['DATABASE_URL']) return await runScaleBench(args, print);
  print('left out: DATABASE_URL names no PostgreSQL');
}

export async function runAllBenches(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      table: { type: 'boolean', default: false },
      results: { type: 'string', default: 'bench/results/local' },
    },
  });
  for (const { name, run, quick } of values.table ? [] : benches) {
    print(`\n# ${name}`);
    await run([...(values.quick ? quick : []), '--out', resultFile(values.results, name)], print);
  }
  print(`\n${targetTable(targets, readResults(values.results))}`);
}

const NOT_MEASURED = '–';

export function targetTable(rows: readonly Target[], results: Results): string {
  const line = ({ figure, limit, atLeast = false, unit, measured }: Target): readonly string[] => {
    const found = measured(results);
    const target = `${atLeast ? '≥' : '≤'} ${limit} ${unit}`;
    if (found === null) return [figure, target, NOT_MEASURED, NOT_MEASURED];
    const reached = atLeast ? found >= limit : found <= limit;
    return [figure, target, `${rounded(found)} ${unit}`, reached ? 'yes' : 'no'];
  };
  return table(['figure', 'target', 'ours', 'reached'], rows.map(line));
}
