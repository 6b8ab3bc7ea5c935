import { EXIT_USAGE, UsageProblem } from './cli/usage.ts';
import { ConfigProblem, EXIT_CONFIG } from './config/problem.ts';
import { KeyError } from './platform/keyring.ts';
import { StoreError } from './ports/store.ts';

/** Why a process could not start or a command could not be done: one line for a terminal, and an exit code. */
export interface Complaint {
  readonly line: string;
  readonly exitCode: number;
}

/** Codes of stores that will not start however often they are tried. */
const NEEDS_OPERATOR: ReadonlySet<string> = new Set([
  'store-locked',
  'store-unsuitable',
  'store-newer-schema',
  'store-corrupt',
  'store-read-only',
]);

/** Puts an error into one clear line. Known ones say what to mend; unknown ones say where they came from. */
export function complaintOf(error: unknown): Complaint {
  if (error instanceof ConfigProblem || error instanceof KeyError)
    return { line: error.message, exitCode: EXIT_CONFIG };
  if (error instanceof UsageProblem) return { line: error.message, exitCode: EXIT_USAGE };
  if (error instanceof StoreError) {
    return { line: `${error.code}: ${error.message}`, exitCode: NEEDS_OPERATOR.has(error.code) ? EXIT_CONFIG : 1 };
  }
  if (isStartProblem(error)) return { line: error.message, exitCode: EXIT_CONFIG };
  const name = error instanceof Error ? error.name : typeof error;
  return { line: `unexpected ${name}${error instanceof Error ? `: ${error.message}` : ''}`, exitCode: 1 };
}

/** What parts that cannot start call their errors: a missing key, a token Slack does not accept, a bad allow-list. */
const START_PROBLEMS: ReadonlySet<string> = new Set([
  'StartProblem',
  'TokenRefused',
  'AppTokenRefused',
  'SealingKeyMissing',
  'EgressRuleProblem',
  'ToolNameProblem',
]);

const isStartProblem = (error: unknown): error is Error => error instanceof Error && START_PROBLEMS.has(error.name);

/** Prints the complaint and ends the process. */
export function exitWith(error: unknown): never {
  const { line, exitCode } = complaintOf(error);
  process.stderr.write(`countersign: ${line}\n`);
  process.exit(exitCode);
}
