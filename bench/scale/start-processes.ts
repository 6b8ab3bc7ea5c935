import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { startLocalSlack } from '../../src/local-slack/server/start.ts';
import { type Happenings, makeHappenings } from '../service/happenings.ts';
import type { FromService } from '../service/messages.ts';

/** A workspace in this process, and several bots that share a schema of their own in one PostgreSQL. */
export interface Processes {
  readonly workspaceUrl: string;
  /** What happened in any of them. */
  readonly happenings: Happenings;
  /** Kills the first of them as a power cut would. */
  killOne(): void;
  /** Ends everything and drops the schema. */
  close(): Promise<void>;
}

export interface ProcessesOptions {
  readonly database: string;
  /** A name nobody else uses in that database. */
  readonly schema: string;
  readonly count: number;
  /** Turns at a time, of each process. */
  readonly concurrency: number;
}

const PROGRAM = new URL('../service/main.ts', import.meta.url);
const READY_WITHIN_MS = 60_000;

/** Rejects when one of them does not start; what it wrote is on the screen. */
export async function startProcesses({ database, schema, count, concurrency }: ProcessesOptions): Promise<Processes> {
  const workspace = await startLocalSlack({ rateLimits: 'off' });
  const happenings = makeHappenings();
  const place = ['--workspace', workspace.url, '--postgres', database, '--schema', schema];
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(children.map(ended));
    await workspace.close();
    await dropSchema(database, schema);
  };
  try {
    // One after the other: the first makes the schema.
    for (let i = 0; i < count; i += 1) {
      const child = fork(PROGRAM, [...place, '--concurrency', String(concurrency)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      await ready(child, happenings);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { workspaceUrl: workspace.url, happenings, killOne: () => void children[0]?.kill('SIGKILL'), close };
}

async function ready(child: ChildProcess, happenings: Happenings): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('message', (message: FromService) => {
    if (message.kind === 'ready') resolve();
    else if (message.kind === 'happened') happenings.take(message.what);
  });
  child.once('exit', (code) => reject(new Error(`a bot ended with ${code} before it was ready`)));
  const timer = setTimeout(() => reject(new Error(`a bot is not ready after ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS);
  await promise.finally(() => clearTimeout(timer));
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function dropSchema(database: string, schema: string): Promise<void> {
  const admin = new Client(database);
  await admin.connect();
  await admin.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  await admin.end();
}
