import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { LEASE_MS } from '../../src/conversation/worker.ts';
import { rounded } from '../measure/quantiles.ts';
import { writeResults } from '../measure/results-file.ts';
import { surroundings } from '../measure/surroundings.ts';
import { table } from '../measure/table.ts';
import { UsageProblem, wholeNumber } from '../measure/usage.ts';
import { preciseNow } from '../service/messages.ts';
import { personAt } from '../service/person.ts';
import { type Processes, startProcesses } from './start-processes.ts';

export const scaleHelp = `scale    one process and three on one PostgreSQL: turns a second, and how soon a dead one's turns go on
         --database URL  an empty schema is made in it and dropped again (DATABASE_URL)
         --turns N      how many (120)
         --wait MS      how long the model takes for each (500)
         --out FILE     where the JSON goes (bench/results/local/scale.json)`;

/** Turns at a time in a process: few, so that waiting for the model and not the processor is the limit. */
const CONCURRENCY = 4;
const SEVERAL = 3;
/** Turns before the clock counts: code is compiled and connections are open by then. */
const WARM_UP = 12;
/** For the turns of the takeover: long enough for the kill to meet them all. */
const TAKEOVER_WAIT_MS = 3_000;
const KILL_AFTER_MS = 1_000;
const PATIENCE_MS = 120_000;

interface Scale {
  readonly turns: number;
  readonly wait: number;
}

export async function runScaleBench(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      database: { type: 'string', default: process.env['DATABASE_URL'] ?? '' },
      turns: { type: 'string', default: '120' },
      wait: { type: 'string', default: '500' },
      out: { type: 'string', default: 'bench/results/local/scale.json' },
    },
  });
  const { database } = values;
  if (database === '') throw new UsageProblem('scale needs a PostgreSQL: --database URL, or DATABASE_URL');
  const scale: Scale = {
    turns: wholeNumber(values.turns, 'turns', 1),
    wait: wholeNumber(values.wait, 'wait', 1),
  };
  const one = await throughput(database, 1, scale, print);
  const several = await throughput(database, SEVERAL, scale, print);
  const takeover = await takeoverMs(database, print);
  const figures = {
    'turns a second, one process': rounded(one),
    'turns a second, three processes': rounded(several),
    'three processes beside one, ×': rounded(several / one),
    'lease, ms': LEASE_MS,
    'takeover, ms': rounded(takeover),
  };
  print(
    `\n${table(
      ['figure', ''],
      Object.entries(figures).map(([name, value]) => [name, String(value)]),
    )}`,
  );
  const command = ['npm run bench -- scale', ...args.filter((word) => !word.includes(database))].join(' ');
  writeResults(values.out, { ...surroundings(command), ...scale, concurrency: CONCURRENCY, figures });
  print(`\n${values.out}`);
}

async function withProcesses<T>(database: string, count: number, work: (some: Processes) => Promise<T>): Promise<T> {
  const schema = `bench_${randomBytes(6).toString('hex')}`;
  const some = await startProcesses({ database, schema, count, concurrency: CONCURRENCY });
  try {
    return await work(some);
  } finally {
    await some.close();
  }
}

/** Turns a second when all are asked for at once. */
async function throughput(
  database: string,
  count: number,
  { turns, wait }: Scale,
  print: (line: string) => void,
): Promise<number> {
  return await withProcesses(database, count, async (some) => {
    await answers(some, WARM_UP, wait);
    print(`${turns} turns, ${count === 1 ? 'one process' : `${count} processes`}`);
    const began = preciseNow();
    const last = await answers(some, turns, wait);
    return turns / ((last - began) / 1_000);
  });
}

/** From the kill of a process until the last of its turns goes on elsewhere, in milliseconds. */
async function takeoverMs(database: string, print: (line: string) => void): Promise<number> {
  return await withProcesses(database, SEVERAL, async (some) => {
    await answers(some, WARM_UP, 1);
    print('a process is killed');
    const last = answers(some, SEVERAL * CONCURRENCY, TAKEOVER_WAIT_MS);
    await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
    const killedAt = preciseNow();
    some.killOne();
    // The model is asked again, and takes its time again.
    return (await last) - killedAt - TAKEOVER_WAIT_MS;
  });
}

/** Asks for so many answers at once. Resolves with when the last was through; throws when one did not finish. */
async function answers({ workspaceUrl, happenings }: Processes, count: number, wait: number): Promise<number> {
  const person = personAt(workspaceUrl);
  const ends = await Promise.all(
    Array.from({ length: count }, async () => {
      const conversation = await person.ask(`!wait ${wait}\n!say done`);
      const { at, how } = await happenings.next(conversation, 'ended', PATIENCE_MS);
      if (how !== 'finished') throw new Error(`a turn ${how}`);
      return at;
    }),
  );
  return Math.max(...ends);
}
