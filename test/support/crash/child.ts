import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { underStrace } from '../strace.ts';
import type { Death } from './points.ts';

const PROGRAM = fileURLToPath(new URL('./bot.main.ts', import.meta.url));
/** A second or two, and many times that on a machine that is busy with other tests. */
const READY_WITHIN_MS = 60_000;
const READY = /^ready (\d+)$/m;
const ENDS_WITHIN_MS = 30_000;

/** The bot as a process of its own, over a data folder that outlives it. */
export interface CrashBot {
  /** Null while it lives. */
  readonly ended: () => { readonly code: number | null; readonly signal: NodeJS.Signals | null } | null;
  /** What it said and logged so far. */
  readonly output: () => string;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** A bot that may not be ready yet. */
export interface StartingBot extends CrashBot {
  /** Resolves when it is ready, or when it died before that; rejects when neither happens. */
  readonly ready: Promise<void>;
}

export interface BotPlace {
  readonly workspaceUrl: string;
  readonly dataDir: string;
}

/** Starts the bot, told how it is to die if it is. Resolves when it is ready, or when it died before that. */
export async function startCrashBot(place: BotPlace, death: Death = {}): Promise<CrashBot> {
  const bot = spawnCrashBot(place, death);
  await bot.ready;
  return bot;
}

export function spawnCrashBot({ workspaceUrl, dataDir }: BotPlace, death: Death = {}): StartingBot {
  const { points = [], call, injections = [], files = [] } = death;
  const place = ['--workspace', workspaceUrl, '--data', dataDir];
  const end = ['--points', JSON.stringify(points), '--call', JSON.stringify(call ?? null)];
  const own = [process.execPath, PROGRAM, ...place, ...end] as const;
  const watched = files.map((file) => join(dataDir, file));
  const [command, ...args] = underStrace(injections, own, watched);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let ended: ReturnType<CrashBot['ended']> = null;
  let output = '';
  const exit = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = { code, signal };
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (READY.test(output)) resolve();
      });
    }
  });
  const comes = Promise.race([ready, exit]);
  return {
    ready: within(READY_WITHIN_MS, comes, child, () => `it did not get ready; it wrote:\n${output}`),
    ended: () => ended,
    output: () => output,
    async end(signal) {
      // Under strace the bot is not the process that was started.
      const pid = Number(READY.exec(output)?.[1] ?? child.pid);
      if (ended === null) process.kill(pid, signal);
      await within(ENDS_WITHIN_MS, exit, child, () => `it did not end; it wrote:\n${output}`);
    },
  };
}

async function within(ms: number, what: Promise<void>, child: ChildProcess, says: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(says()));
    }, ms);
  });
  try {
    await Promise.race([what, late]);
  } finally {
    clearTimeout(timer);
  }
}
