import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { type Happenings, makeHappenings } from './happenings.ts';
import type { FromService, Look, ProcessFigures, ToService } from './messages.ts';

/** A workspace in this process, and the bot in one of its own. */
export interface Service {
  readonly workspaceUrl: string;
  readonly databasePath: string;
  readonly happenings: Happenings;
  figures(look: Look): Promise<ProcessFigures>;
  /** Lets the bot come to rest; its database can be opened then. */
  stop(): Promise<void>;
  /** Ends whatever is left of both. */
  close(): Promise<void>;
}

const PROGRAM = new URL('./main.ts', import.meta.url);
const READY_WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 60_000;

/** As the container and the service start it. */
const AS_INSTALLED = ['--max-semi-space-size=4'] as const;

/** Where code that was compiled at an earlier start is found, and what this start compiles is kept. */
const compiledCode = (): string => fileURLToPath(new URL('../../node_modules/.cache/bench', import.meta.url));

export interface ServiceOptions {
  readonly concurrency: number;
  /** Receives over HTTP there; absent: over Socket Mode. */
  readonly port?: number;
}

/** Rejects when the bot does not start; what it wrote is on the screen. */
export async function startService(folder: string, { concurrency, port }: ServiceOptions): Promise<Service> {
  mkdirSync(folder, { recursive: true });
  const databasePath = join(folder, 'service.db');
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  const args = ['--workspace', workspace.url, '--database', databasePath, '--concurrency', String(concurrency)];
  if (port !== undefined) args.push('--port', String(port));
  const child = fork(PROGRAM, args, {
    execArgv: ['--expose-gc', ...AS_INSTALLED],
    env: { ...process.env, NODE_COMPILE_CACHE: compiledCode() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const happenings = makeHappenings();
  const figures: ((found: ProcessFigures) => void)[] = [];
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: FromService) => {
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'happened') happenings.take(message.what);
    else figures.shift()?.(message.figures);
  });
  child.once('exit', (code) => ready.reject(new Error(`the bot ended with ${code} before it was ready`)));
  const ask = (message: ToService): void => void child.send(message);
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
    await workspace.close();
  };
  try {
    await inTime(READY_WITHIN_MS, ready.promise, 'the bot is not ready');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    workspaceUrl: workspace.url,
    databasePath,
    happenings,
    figures: (look) => {
      const { promise, resolve } = Promise.withResolvers<ProcessFigures>();
      figures.push(resolve);
      ask({ kind: 'figures', look });
      return inTime(ANSWER_WITHIN_MS, promise, 'the bot does not tell its figures');
    },
    async stop() {
      ask({ kind: 'stop' });
      await inTime(ANSWER_WITHIN_MS, ended, 'the bot does not come to rest');
    },
    close,
  };
}

/** A life that leaves its compiled code to those after it, as an installation does. */
export async function compileOnce(folder: string): Promise<void> {
  const service = await startService(folder, { concurrency: 1 });
  await service.stop();
  await service.close();
}

async function inTime<T>(ms: number, work: Promise<T>, why: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${why} after ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
