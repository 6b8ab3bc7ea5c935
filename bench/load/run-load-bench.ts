import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inPlaces } from '../measure/places.ts';
import { rounded, summaryOf } from '../measure/quantiles.ts';
import { writeResults } from '../measure/results-file.ts';
import { surroundings } from '../measure/surroundings.ts';
import { table } from '../measure/table.ts';
import { wholeNumber } from '../measure/usage.ts';
import type { ApprovalTimes } from '../service/approval.ts';
import { freePort } from '../service/free-port.ts';
import { type LogSize, logSize } from '../service/log-size.ts';
import type { ProcessFigures } from '../service/messages.ts';
import { personAt } from '../service/person.ts';
import { compileOnce, startService } from '../service/start-service.ts';
import { approvalsAtRate } from './approvals.ts';
import { burst } from './burst.ts';
import { callsSoFar } from './calls-so-far.ts';
import { streamAtOnce } from './streams.ts';

export const loadHelp = `load     conversations with an approval, and answers written at the same time, through the local workspace
         --conversations N  how many (300)
         --rate N       conversations that begin a second (5)
         --streams N    answers at the same time (200)
         --seconds N    how long each of them is written (10)
         --burst N      messages within one second, over HTTP (500)
         --dir FOLDER   where the database goes (the temporary folder)
         --out FILE     where the JSON goes (bench/results/local/load.json)`;

interface Load {
  readonly conversations: number;
  readonly rate: number;
  readonly streams: number;
  readonly seconds: number;
  readonly burst: number;
}

/** Approvals before the clock counts: code is compiled and connections are open by then. */
const WARM_UP = 10;
const PIECES_A_SECOND = 2;
/** What a process is given unless told otherwise. */
const USUAL_CONCURRENCY = 32;
const KB = 1024;

export async function runLoadBench(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      conversations: { type: 'string', default: '300' },
      rate: { type: 'string', default: '5' },
      streams: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '10' },
      burst: { type: 'string', default: '500' },
      dir: { type: 'string' },
      out: { type: 'string', default: 'bench/results/local/load.json' },
    },
  });
  const load: Load = {
    conversations: wholeNumber(values.conversations, 'conversations', 1),
    rate: wholeNumber(values.rate, 'rate', 1),
    streams: wholeNumber(values.streams, 'streams', 1),
    seconds: wholeNumber(values.seconds, 'seconds', 1),
    burst: wholeNumber(values.burst, 'burst', 1),
  };
  const figures = await inPlaces(async ({ disk }) => {
    await compileOnce(join(disk, 'first'));
    const talking = await measure(load, join(disk, 'talking'), print);
    return { ...talking, ...(await measureBurst(load, join(disk, 'burst'), print)) };
  }, values.dir);
  const rows = Object.entries(figures).map(([name, value]) => [name, String(value)]);
  print(`\n${table(['figure', ''], rows)}`);
  writeResults(values.out, { ...surroundings(['npm run bench -- load', ...args].join(' ')), ...load, figures });
  print(`\n${values.out}`);
}

type Figures = Readonly<Record<string, number>>;

async function measure(load: Load, folder: string, print: (line: string) => void): Promise<Figures> {
  const service = await startService(folder, { concurrency: Math.max(USUAL_CONCURRENCY, load.streams) });
  try {
    const person = personAt(service.workspaceUrl);
    const idle = await service.figures('settle');
    print('warming up');
    await approvalsAtRate(service, person, WARM_UP, WARM_UP);
    print(`${load.conversations} conversations, ${load.rate} a second`);
    const before = await service.figures('settle');
    const callsBefore = await callsSoFar(service.workspaceUrl);
    const times = await approvalsAtRate(service, person, load.conversations, load.rate);
    const after = await service.figures('settle');
    const calls = (await callsSoFar(service.workspaceUrl)) - callsBefore;
    const written = await logSize(service.databasePath);
    print(`${load.streams} answers at the same time`);
    const pieces = load.seconds * PIECES_A_SECOND;
    const worst = await streamAtOnce(service, person, load.streams, pieces);
    await service.stop();
    await logSize(service.databasePath);
    return {
      ...latencies(times),
      ...costs(load, before, after),
      'Slack calls of a conversation': rounded(calls / load.conversations),
      'resident when idle, MB': rounded(idle.residentMb),
      'event loop delay under approvals, ms, p99': rounded(after.loopDelayP99),
      'answers written at the same time': worst.turnsRunning,
      'resident while they are written, MB': rounded(worst.residentMb),
      'event loop delay while they are written, ms, p99': rounded(worst.loopDelayP99),
      ...sizes(written),
    };
  } finally {
    await service.close();
  }
}

/** A bot of its own: the other one receives over a socket, on which nobody sees an acknowledgement. */
async function measureBurst({ burst: count }: Load, folder: string, print: (line: string) => void): Promise<Figures> {
  const port = await freePort();
  const service = await startService(folder, { concurrency: USUAL_CONCURRENCY, port });
  try {
    const botUrl = `http://127.0.0.1:${port}/slack/events`;
    print(`${count} messages in a second`);
    await burst(botUrl, 'WARMUP', WARM_UP);
    const { waits, refused } = await burst(botUrl, 'BURST', count);
    const { p50, p99 } = summaryOf(waits);
    return {
      'acknowledgement in a burst, ms, p50': p50,
      'acknowledgement in a burst, ms, p99': p99,
      'not taken in in a burst': refused,
    };
  } finally {
    await service.close();
  }
}

const MEASURED: readonly (readonly [name: string, of: keyof ApprovalTimes])[] = [
  ['message to card', 'askToCard'],
  ['click to acknowledgement', 'clickToAck'],
  ['click to durable decision', 'clickToDurable'],
  ['click to tool started', 'clickToEffect'],
  ['click to end of turn', 'clickToEnd'],
];

const latencies = (times: readonly ApprovalTimes[]): Figures =>
  Object.fromEntries(
    MEASURED.flatMap(([name, of]) => {
      const { p50, p95, p99 } = summaryOf(times.map((one) => one[of]));
      return [
        [`${name}, ms, p50`, p50],
        [`${name}, ms, p95`, p95],
        [`${name}, ms, p99`, p99],
      ];
    }),
  );

const costs = ({ conversations }: Load, before: ProcessFigures, after: ProcessFigures): Figures => ({
  'processor time of a conversation, ms': rounded((after.cpuMs - before.cpuMs) / conversations),
  'heap that a conversation leaves, KB': rounded(((after.heapMb - before.heapMb) * KB) / conversations),
});

const sizes = ({ conversations, events, bodyBytes, databaseBytes }: LogSize): Figures => ({
  'events of a conversation': rounded(events / conversations),
  'log of a conversation, bytes': Math.round(bodyBytes / conversations),
  'database of a conversation, bytes': Math.round(databaseBytes / conversations),
});
