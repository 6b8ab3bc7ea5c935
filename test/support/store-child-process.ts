import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { underStrace } from './strace.ts';

export interface ChildOutcome {
  /** Positions the child was told are durable, in order. */
  readonly acknowledged: readonly number[];
  /** Codes of refused writes, in order. */
  readonly refused: readonly string[];
  readonly closed: boolean;
}

const program = fileURLToPath(new URL('./store-child.ts', import.meta.url));

/** Runs a process that appends `count` events to the database at `path`, under strace with these faults if any. */
export function runStoreChild(path: string, count: number, injections: readonly string[] = []): Promise<ChildOutcome> {
  const [command, ...args] = underStrace(injections, [process.execPath, program, path, String(count)]);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(outcomeOf(output.split('\n').slice(0, -1))));
  });
}

const outcomeOf = (lines: readonly string[]): ChildOutcome => ({
  acknowledged: lines.filter((line) => /^\d+$/.test(line)).map(Number),
  refused: lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
  closed: lines.includes('closed'),
});
