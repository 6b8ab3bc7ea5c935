import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Places } from '../measure/places.ts';
import type { Reply, Request } from './messages.ts';
import { DISK_VARIABLE, MEMORY_VARIABLE } from './serve.ts';

/** Longer than the slowest block of any contestant on a busy machine; a hang must not hold up the bench. */
const PATIENCE_MS = 180_000;

export interface Child {
  readonly cases: ReadonlySet<string>;
  readonly probes: ReadonlySet<string>;
  /** One request at a time. Rejects when the contestant says it failed, dies or takes too long. */
  ask(request: Request): Promise<Reply>;
  /** Ends the process, whatever state it is in. */
  stop(): void;
}

/** Starts a contestant in a process of its own, so that heaps and compiled code of one do not weigh on another. */
export async function startChild(script: URL, { disk, memory }: Places): Promise<Child> {
  const env = { ...process.env, [DISK_VARIABLE]: disk, ...(memory === null ? {} : { [MEMORY_VARIABLE]: memory }) };
  const child = fork(script, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const complaints = collectErrors(child);
  const next = nextReply(child, complaints);
  const ready = await next;
  if (ready.kind !== 'ready') throw new Error(`a contestant began with ${ready.kind}`);
  return {
    cases: new Set(ready.cases),
    probes: new Set(ready.probes),
    async ask(request) {
      if (!child.connected) throw new Error(`the process ended by itself (${endOf(child)}): ${complaints()}`);
      const reply = nextReply(child, complaints);
      child.send(request);
      const answer = await reply;
      if (answer.kind === 'failed') throw new Error(answer.message);
      return answer;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

async function nextReply(child: ChildProcess, complaints: () => string): Promise<Reply> {
  const done = new AbortController();
  const { signal } = done;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([reply]: Reply[]) => {
        if (reply === undefined) throw new Error('an empty message came from a contestant');
        return reply;
      }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error(`the process ended (${endOf(child)}): ${complaints()}`);
      }),
      tooLate(signal),
    ]);
  } finally {
    done.abort();
  }
}

const endOf = ({ exitCode, signalCode }: ChildProcess): string => signalCode ?? `exit code ${exitCode}`;

const tooLate = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Enough of what a process wrote to its error stream to say why it ended. */
const KEPT_CHARS = 2_000;

function collectErrors(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-KEPT_CHARS);
  });
  return () => text.trim();
}
