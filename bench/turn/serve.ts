import { assertNever } from '../../src/domain/assert-never.ts';
import type { Places } from '../measure/places.ts';
import type { Sample } from '../measure/timed.ts';
import type { Reply, Request } from './messages.ts';

/** What one library can be asked to do. A case resolves to one sample in the unit of the case. */
export interface Contestant {
  readonly cases: Readonly<Record<string, () => Promise<Sample>>>;
  /** Resolves to what happened, in a word or a number. */
  readonly probes: Readonly<Record<string, () => Promise<string | number>>>;
}

/** Serves the bench from this process until it says `end`. */
export function serve({ cases, probes }: Contestant): void {
  const runnable = new Map(Object.entries(cases));
  const probeable = new Map(Object.entries(probes));

  const answer = async (request: Request): Promise<Reply> => {
    switch (request.kind) {
      case 'run': {
        return { kind: 'samples', samples: await samplesOf(known(runnable, request.name), request) };
      }
      case 'probe':
        return { kind: 'probed', outcome: String(await known(probeable, request.name)()) };
      case 'end':
        return { kind: 'ended', residentMb: Math.round(process.memoryUsage().rss / 1024 / 1024) };
      default:
        return assertNever(request);
    }
  };

  process.on('message', (request: Request) => {
    void answer(request)
      .catch((error: unknown): Reply => ({ kind: 'failed', message: textOf(error) }))
      .then((reply) => process.send?.(reply, () => request.kind === 'end' && process.exit(0)));
  });
  // The bench is gone: nobody will ask any more.
  process.on('disconnect', () => process.exit(0));
  const ready: Reply = { kind: 'ready', cases: [...runnable.keys()], probes: [...probeable.keys()] };
  process.send?.(ready);
}

/** At least one sample, and no more once the time is over. */
async function samplesOf(run: () => Promise<Sample>, { iterations, atMostMs }: RunRequest): Promise<readonly Sample[]> {
  const until = performance.now() + atMostMs;
  const samples = [await run()];
  while (samples.length < iterations && performance.now() < until) samples.push(await run());
  return samples;
}

type RunRequest = Extract<Request, { readonly kind: 'run' }>;

function known<Action>(actions: ReadonlyMap<string, Action>, name: string): Action {
  const action = actions.get(name);
  if (action === undefined) throw new Error(`nothing here is called ${name}`);
  return action;
}

const textOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** Where this process may keep databases: the bench says so in the environment. */
export function folders(): Places {
  const disk = process.env[DISK_VARIABLE];
  if (disk === undefined) throw new Error(`a contestant is started by the bench, which sets ${DISK_VARIABLE}`);
  return { disk, memory: process.env[MEMORY_VARIABLE] ?? null };
}

export const DISK_VARIABLE = 'BENCH_DISK';
export const MEMORY_VARIABLE = 'BENCH_MEMORY';
