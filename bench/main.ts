import { allHelp, runAllBenches } from './all/run-all-benches.ts';
import { controlHelp, runControlBench } from './control/run-control-bench.ts';
import { loadHelp, runLoadBench } from './load/run-load-bench.ts';
import { UsageProblem } from './measure/usage.ts';
import { restartHelp, runRestartBench } from './restart/run-restart-bench.ts';
import { runScaleBench, scaleHelp } from './scale/run-scale-bench.ts';
import { runSoakBench, soakHelp } from './soak/run-soak-bench.ts';
import { runTurnBench, turnHelp } from './turn/run-turn-bench.ts';

const HELP = `npm run bench -- <what> [options]

${turnHelp}
${controlHelp}
${restartHelp}
${loadHelp}
${soakHelp}
${scaleHelp}
${allHelp}
help     this text
`;

/** The exit code of a command line that cannot be followed (sysexits.h). */
const EXIT_USAGE = 64;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main([what, ...args]: readonly string[]): Promise<void> {
  switch (what) {
    case 'turn':
      return await runTurnBench(args, print);
    case 'control':
      return await runControlBench(args, print);
    case 'restart':
      return await runRestartBench(args, print);
    case 'load':
      return await runLoadBench(args, print);
    case 'soak':
      return await runSoakBench(args, print);
    case 'scale':
      return await runScaleBench(args, print);
    case 'all':
      return await runAllBenches(args, print);
    case 'help':
    case '--help':
      return print(HELP);
    default:
      throw new UsageProblem(
        what === undefined ? `say what to measure\n\n${HELP}` : `there is no bench called ${what}`,
      );
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const usage = error instanceof UsageProblem || (error instanceof TypeError && 'code' in error);
  process.stderr.write(`bench: ${usage ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = usage ? EXIT_USAGE : 1;
}
