import { readFileSync } from 'node:fs';
import { median, rounded, type Summary, summaryOf } from '../measure/quantiles.ts';
import type { Surroundings } from '../measure/surroundings.ts';
import { table } from '../measure/table.ts';
import type { Sample } from '../measure/timed.ts';
import type { Case, Probe } from './cases.ts';
import type { ContestantEntry } from './contestants.ts';
import type { Measured } from './rounds.ts';

const headings = { wall: 'by the clock, median', cpu: 'processor time, median' } as const;
const NOTHING = '–';

/** Medians side by side; beside each peer's how many times ours it is. The first of `measured` is ours. */
export function timesTable(kind: keyof Sample, cases: readonly Case[], measured: readonly Measured[]): string {
  const [own, ...others] = measured;
  if (own === undefined) return '';
  const rows = cases.map(({ name, title, unit }) => {
    const ourTime = timeOf(kind, own, name);
    return [
      `${title}, ${unit}`,
      shown(ourTime),
      ...others.flatMap((peer) => {
        const time = timeOf(kind, peer, name);
        return [shown(time), time === null || ourTime === null ? NOTHING : `${(time / ourTime).toFixed(1)}×`];
      }),
    ];
  });
  const memory = [
    'resident at the end, MB',
    String(own.residentMb),
    ...others.flatMap(({ residentMb }) => [String(residentMb), NOTHING]),
  ];
  const head = [
    headings[kind],
    own.contestant.title,
    ...others.flatMap(({ contestant }) => [contestant.title, 'ratio']),
  ];
  return table(head, [...rows, memory]);
}

export const probesTable = (probes: readonly Probe[], measured: readonly Measured[]): string =>
  table(
    ['behaviour', ...measured.map(({ contestant }) => contestant.title)],
    probes.map(({ name, title }) => [title, ...measured.map(({ outcomes }) => outcomes.get(name) ?? NOTHING)]),
  );

function timeOf(kind: keyof Sample, { samples }: Measured, name: string): number | null {
  const found = samples.get(name);
  return found === undefined ? null : rounded(median(found.map((sample) => sample[kind])));
}

const shown = (time: number | null): string => (time === null ? NOTHING : String(time));

export interface TurnResults extends Surroundings {
  readonly rounds: number;
  readonly contestants: readonly {
    readonly name: string;
    readonly versions: Readonly<Record<string, string>>;
    readonly residentMb: number;
    readonly times: Readonly<Record<string, { readonly unit: string; readonly wall: Summary; readonly cpu: Summary }>>;
    readonly behaviour: Readonly<Record<string, string>>;
  }[];
}

export const turnResults = (
  about: Surroundings,
  rounds: number,
  cases: readonly Case[],
  measured: readonly Measured[],
): TurnResults => ({
  ...about,
  rounds,
  contestants: measured.map(({ contestant, samples, outcomes, residentMb }) => ({
    name: contestant.name,
    versions: versionsOf(contestant),
    residentMb,
    times: Object.fromEntries(
      cases.flatMap(({ name, unit }) => {
        const found = samples.get(name);
        return found === undefined
          ? []
          : [
              [
                name,
                { unit, wall: summaryOf(found.map(({ wall }) => wall)), cpu: summaryOf(found.map(({ cpu }) => cpu)) },
              ],
            ];
      }),
    ),
    behaviour: Object.fromEntries(outcomes),
  })),
});

/** As installed, not as asked for. */
const versionsOf = ({ packages }: ContestantEntry): Readonly<Record<string, string>> =>
  Object.fromEntries(packages.map((name) => [name, versionOf(name)]));

function versionOf(name: string): string {
  const file = new URL(`./peers/node_modules/${name}/package.json`, import.meta.url);
  const { version }: { readonly version?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
  return String(version);
}
