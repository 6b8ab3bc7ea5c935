import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const DEMO_MAIN = join(import.meta.dirname, '../../../src/demo/main.ts');
/** Starting takes about a second; a machine that is busy with other tests may need many. */
const START_WITHIN_MS = 60_000;

/** `npm run demo -- --bot-only`: the bot as a process of its own, which can be killed. */
export interface ChildBot {
  /** Ends it as a crash or a power cut would: nothing of it gets to run any more. */
  kill9(): Promise<void>;
  /** Ends it orderly; answers the exit code. */
  terminate(): Promise<number | null>;
}

/** Resolves once the bot says that it is ready; rejects with what it wrote when it ends before that. */
export async function startChildBot(workspaceUrl: string, dataDir: string): Promise<ChildBot> {
  const child = spawn(process.execPath, [DEMO_MAIN, '--bot-only', '--workspace', workspaceUrl, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await lineFrom(child, (line) => line === 'Bot ready');
  const endBy = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    kill9: async () => void (await endBy('SIGKILL')),
    terminate: () => endBy('SIGTERM'),
  };
}

/** The first line of the process's output that fits. */
export async function lineFrom(child: ChildProcess, fits: (line: string) => boolean): Promise<string> {
  const written: string[] = [];
  child.stderr?.on('data', (part: Buffer) => written.push(part.toString('utf8')));
  return await new Promise((resolve, reject) => {
    const giveUp = (why: string): void => reject(new Error(`${why}; it wrote:\n${written.join('')}`));
    const timer = setTimeout(() => giveUp('The process did not get ready in time'), START_WITHIN_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      giveUp(`The process ended with ${code}`);
    });
    if (child.stdout === null) return giveUp('The process has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      written.push(`${line}\n`);
      if (!fits(line)) return;
      clearTimeout(timer);
      resolve(line);
    });
  });
}
