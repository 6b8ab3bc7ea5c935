import { parseArgs } from 'node:util';
import { inPlaces } from '../measure/places.ts';
import { rounded } from '../measure/quantiles.ts';
import { writeResults } from '../measure/results-file.ts';
import { slopePerHour } from '../measure/slope.ts';
import { surroundings } from '../measure/surroundings.ts';
import { table } from '../measure/table.ts';
import { positiveNumber, wholeNumber } from '../measure/usage.ts';
import { logSize } from '../service/log-size.ts';
import type { ProcessFigures } from '../service/messages.ts';
import { personAt } from '../service/person.ts';
import { type Service, startService } from '../service/start-service.ts';
import { failSome } from './faults.ts';
import { keepTalking } from './keep-talking.ts';

export const soakHelp = `soak     conversations for a long time while Slack and the model fail, and what grows meanwhile
         --minutes N    how long (30)
         --people N     conversations at the same time (8)
         --percent N    calls and replies that fail, of a hundred (5)
         --dir FOLDER   where the database goes (the temporary folder)
         --out FILE     where the JSON goes (bench/results/local/soak.json)`;

interface Soak {
  readonly minutes: number;
  readonly people: number;
  readonly percent: number;
}

const MINUTE_MS = 60_000;
/** Each reading costs a collection of garbage. */
const READ_EVERY_MS = 10_000;
/** A short run needs a few as well. */
const FEWEST_READINGS = 10;
/** Readings for one line on the screen. */
const LINE_EVERY = 6;
/** What is compiled and cached in the first part of a run is not growth. */
const WARM_UP_SHARE = 0.25;

interface Reading extends ProcessFigures {
  readonly minute: number;
}

export async function runSoakBench(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      people: { type: 'string', default: '8' },
      percent: { type: 'string', default: '5' },
      dir: { type: 'string' },
      out: { type: 'string', default: 'bench/results/local/soak.json' },
    },
  });
  const soak: Soak = {
    minutes: positiveNumber(values.minutes, 'minutes'),
    people: wholeNumber(values.people, 'people', 1),
    percent: wholeNumber(values.percent, 'percent', 0),
  };
  const { counts, readings } = await inPlaces(({ disk }) => measure(soak, disk, print), values.dir);
  const growth = growthOf(readings);
  const rows = growth.map(({ name, first, last, perHour }) => [name, String(first), String(last), String(perHour)]);
  print(`\n${table(['figure', 'after warm-up', 'at the end', 'an hour'], rows)}`);
  print(
    `\n${table(
      ['count', ''],
      Object.entries(counts).map(([name, value]) => [name, String(value)]),
    )}`,
  );
  const about = surroundings(['npm run bench -- soak', ...args].join(' '));
  const heapPerHour = growth.find(({ of }) => of === 'heapMb')?.perHour;
  writeResults(values.out, { ...about, ...soak, counts, heapPerHour, growth, readings });
  print(`\n${values.out}`);
}

async function measure({ minutes, people, percent }: Soak, folder: string, print: (line: string) => void) {
  const service = await startService(folder, { concurrency: people * 2 });
  const faults = failSome(service.workspaceUrl, percent / 100);
  const readings: Reading[] = [];
  const from = performance.now();
  const reading = readRegularly(
    service,
    { from, everyMs: Math.min(READ_EVERY_MS, (minutes * MINUTE_MS) / FEWEST_READINGS) },
    readings,
    print,
  );
  try {
    const untilMs = from + minutes * MINUTE_MS;
    const person = personAt(service.workspaceUrl);
    const talk = await keepTalking(service, person, { people, untilMs, failing: percent / 100 });
    reading.stop();
    faults.stop();
    await service.stop();
    const { events } = await logSize(service.databasePath);
    return { counts: { ...talk, 'failed calls': faults.planned(), events }, readings };
  } finally {
    reading.stop();
    faults.stop();
    await service.close();
  }
}

function readRegularly(
  service: Service,
  { from, everyMs }: { readonly from: number; readonly everyMs: number },
  into: Reading[],
  print: (line: string) => void,
) {
  const read = async (): Promise<void> => {
    const figures = await service.figures('settle');
    const minute = (performance.now() - from) / MINUTE_MS;
    into.push({ minute, ...figures });
    if (into.length % LINE_EVERY === 0)
      print(`minute ${minute.toFixed(0)}: ${Math.round(figures.residentMb)} MB resident`);
  };
  const timer = setInterval(() => void read().catch(() => undefined), everyMs);
  return { stop: () => clearInterval(timer) };
}

const GROWING: readonly (readonly [name: string, of: keyof ProcessFigures])[] = [
  ['heap, MB', 'heapMb'],
  ['resident, MB', 'residentMb'],
  ['open descriptors', 'descriptors'],
  ['timers', 'timers'],
  ['write-ahead log, MB', 'walMb'],
];

interface Growth {
  readonly name: string;
  readonly of: keyof ProcessFigures;
  readonly first: number;
  readonly last: number;
  readonly perHour: number;
}

function growthOf(readings: readonly Reading[]): readonly Growth[] {
  const settled = readings.slice(Math.floor(readings.length * WARM_UP_SHARE));
  return GROWING.map(([name, of]) => ({
    name,
    of,
    first: rounded(settled[0]?.[of] ?? Number.NaN),
    last: rounded(settled.at(-1)?.[of] ?? Number.NaN),
    perHour: rounded(slopePerHour(settled.map((one) => ({ minute: one.minute, value: one[of] })))),
  }));
}
