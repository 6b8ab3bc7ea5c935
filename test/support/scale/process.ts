import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./bot.main.ts', import.meta.url));
/** A few seconds, and many times that on a machine that is busy with other tests. */
const READY_WITHIN_MS = 60_000;

export interface ProcessPlace {
  readonly workspaceUrl: string;
  readonly databaseUrl: string;
  /** What all processes share. */
  readonly worldDir: string;
  /** What is this one's only. */
  readonly ownDir: string;
}

/** One bot of several, as a process of its own. */
export interface BotProcess {
  /** Nothing of it gets to run any more. */
  kill9(): Promise<void>;
  /** Stands still as a machine that swaps, or is migrated, does: its connections stay open. */
  stall(): void;
  resume(): void;
  /** Ends it orderly; resolves to the exit code. */
  terminate(): Promise<number | null>;
  readonly output: () => string;
}

/** Resolves once the bot is ready; rejects with what it wrote when it is not in time. */
export async function startBotProcess(place: ProcessPlace): Promise<BotProcess> {
  const args = ['--workspace', place.workspaceUrl, '--database', place.databaseUrl, '--world', place.worldDir];
  const child = spawn(process.execPath, [PROGRAM, ...args, '--own', place.ownDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/^ready$/m.test(output)) ready.resolve();
    });
  }
  child.once('exit', (code) => ready.reject(new Error(`The bot ended with ${code}; it wrote:\n${output}`)));
  const late = setTimeout(() => ready.reject(new Error(`The bot is not ready; it wrote:\n${output}`)), READY_WITHIN_MS);
  await ready.promise.finally(() => clearTimeout(late));

  const endBy = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    kill9: async () => void (await endBy('SIGKILL')),
    stall: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    terminate: () => endBy('SIGTERM'),
    output: () => output,
  };
}
