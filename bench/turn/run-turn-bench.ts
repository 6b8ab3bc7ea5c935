import { parseArgs } from 'node:util';
import { inPlaces } from '../measure/places.ts';
import { writeResults } from '../measure/results-file.ts';
import { surroundings } from '../measure/surroundings.ts';
import { wholeNumber } from '../measure/usage.ts';
import { cases, probes } from './cases.ts';
import { chosen, chosenContestants } from './choose.ts';
import { ours, peers, peersAreInstalled } from './contestants.ts';
import { probesTable, timesTable, turnResults } from './report.ts';
import { runRounds } from './rounds.ts';

export const turnHelp = `turn     our loop and the durable path beside four agent libraries, one scripted model and tool
         --rounds N     rounds that count (10)
         --only A,B     these contestants: ${[ours, ...peers].map(({ name }) => name).join(', ')}
         --cases A,B    these cases: ${cases.map(({ name }) => name).join(', ')}
         --quick        one iteration of each case, to see that everything runs
         --dir FOLDER   where the databases go; decides which disk is measured (the temporary folder)
         --out FILE     where the JSON goes (bench/results/local/turn.json)`;

const DEFAULT_ROUNDS = '10';
const QUICK_EFFORT = 0.001;

/** Runs the contestants and prints the two tables. */
export async function runTurnBench(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: DEFAULT_ROUNDS },
      only: { type: 'string' },
      cases: { type: 'string' },
      quick: { type: 'boolean', default: false },
      dir: { type: 'string' },
      out: { type: 'string', default: 'bench/results/local/turn.json' },
    },
  });
  const rounds = wholeNumber(values.rounds, 'rounds', 1);
  const contestants = chosenContestants(values.only, peersAreInstalled());
  const timed = chosen(cases, values.cases, 'case');

  const effort = values.quick ? QUICK_EFFORT : 1;
  const measured = await inPlaces(
    (places) => runRounds({ contestants, cases: timed, probes, rounds, effort, places, progress: print }),
    values.dir,
  );
  print(
    `\n${timesTable('wall', timed, measured)}\n\n${timesTable('cpu', timed, measured)}\n\n${probesTable(probes, measured)}`,
  );
  const command = ['npm run bench -- turn', ...args].join(' ');
  writeResults(values.out, turnResults(surroundings(command), rounds, timed, measured));
  print(`\n${values.out}`);
}
