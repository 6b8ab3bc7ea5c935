import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDesk, signedRoundTrip } from '../bot/desk.ts';
import { inPlaces, type Places } from '../measure/places.ts';
import { rounded, summaryOf } from '../measure/quantiles.ts';
import { writeResults } from '../measure/results-file.ts';
import { surroundings } from '../measure/surroundings.ts';
import { table } from '../measure/table.ts';
import { timed } from '../measure/timed.ts';
import { wholeNumber } from '../measure/usage.ts';
import { appendedPerSecond, auditedPerSecond } from './chain.ts';
import { clicksAtRate, pausedTurns, resumedPerSecond } from './decisions.ts';

export const controlHelp = `control  clicks at a steady rate, whole approvals one after the other, and the chain, on SQLite files
         --rate N       clicks a second (300)
         --seconds N    how long they come (5)
         --trips N      whole approvals (200)
         --events N     events of the chain (20000)
         --dir FOLDER   where the databases go; decides which disk is measured (the temporary folder)
         --out FILE     where the JSON goes (bench/results/local/control.json)`;

interface Load {
  readonly rate: number;
  readonly seconds: number;
  readonly trips: number;
  readonly events: number;
}

/** Workers that resume turns at the same time, as one process does by default under load. */
const WORKERS = 16;
/** Approvals before the clock counts: code is compiled and pages are in memory by then. */
const WARM_UP = 50;

export async function runControlBench(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '5' },
      trips: { type: 'string', default: '200' },
      events: { type: 'string', default: '20000' },
      dir: { type: 'string' },
      out: { type: 'string', default: 'bench/results/local/control.json' },
    },
  });
  const load: Load = {
    rate: wholeNumber(values.rate, 'rate', 1),
    seconds: wholeNumber(values.seconds, 'seconds', 1),
    trips: wholeNumber(values.trips, 'trips', 1),
    events: wholeNumber(values.events, 'events', 1),
  };
  const results = await inPlaces((places) => measureAll(load, places, print), values.dir);
  const columns = Object.keys(results);
  const figures = Object.keys(Object.values(results)[0] ?? {});
  const cell = (column: string, figure: string): string => String(results[column]?.[figure] ?? '–');
  print(
    `\n${table(
      ['figure', ...columns],
      figures.map((figure) => [figure, ...columns.map((column) => cell(column, figure))]),
    )}`,
  );
  writeResults(values.out, { ...surroundings(['npm run bench -- control', ...args].join(' ')), ...load, results });
  print(`\n${values.out}`);
}

type Figures = Readonly<Record<string, number>>;

async function measureAll(load: Load, { disk, memory }: Places, print: (line: string) => void) {
  const results: Record<string, Figures> = {};
  print('on a real disk');
  results['real disk'] = await measure(load, disk, print);
  if (memory === null) return results;
  print('on a memory disk');
  results['memory disk'] = await measure(load, memory, print);
  return results;
}

async function measure(load: Load, folder: string, print: (line: string) => void): Promise<Figures> {
  const desk = await openDesk(join(folder, 'control.db'));
  try {
    const flushes = await sampled(WARM_UP, () => desk.store.check());
    await sampled(WARM_UP, () => signedRoundTrip(desk));
    const trips = summaryOf(await sampled(load.trips, () => signedRoundTrip(desk)));

    print(`bringing ${load.rate * load.seconds} turns to their pause`);
    const approvals = await pausedTurns(desk, load.rate * load.seconds);
    const clicks = summaryOf(await clicksAtRate(desk, approvals, load.rate));
    const resumed = await resumedPerSecond(desk, WORKERS);
    const appended = await appendedPerSecond(desk, load.events);
    const audited = await auditedPerSecond(desk);
    return {
      'one flush, ms, p50': summaryOf(flushes).p50,
      'click to durable decision, ms, p50': clicks.p50,
      'click to durable decision, ms, p99': clicks.p99,
      'pause, decide, resume, ms, p50': trips.p50,
      'pause, decide, resume, ms, p99': trips.p99,
      'decided turns resumed per second': rounded(resumed),
      'chained events appended per second': rounded(appended),
      'chained events audited per second': rounded(audited),
    };
  } finally {
    await desk.store.close();
  }
}

async function sampled(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let i = 0; i < count; i += 1) samples.push((await timed(work)).wall);
  return samples;
}
