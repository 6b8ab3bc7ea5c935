import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export type BenchName = 'turn' | 'control' | 'restart' | 'load' | 'soak' | 'scale';

/** The results of earlier runs, and how to find a figure in them. */
export interface Results {
  /** The number at this path; null where the bench has not run or does not have it. */
  figure(bench: BenchName, ...path: readonly string[]): number | null;
  /** The median of a case of the turn bench, in the unit of the case; `by` the clock or in processor time. */
  turn(contestant: string, name: string, by: 'wall' | 'cpu'): number | null;
}

const object = z.record(z.string(), z.unknown());
const contestants = z.object({ contestants: z.array(z.looseObject({ name: z.string() })) });

export const resultFile = (folder: string, bench: BenchName): string => join(folder, `${bench}.json`);

export function readResults(folder: string): Results {
  const load = (bench: BenchName): unknown => {
    try {
      return JSON.parse(readFileSync(resultFile(folder, bench), 'utf8'));
    } catch {
      return null;
    }
  };
  const at = (value: unknown, path: readonly string[]): number | null => {
    let found = value;
    for (const key of path) {
      const read = object.safeParse(found);
      found = read.success ? new Map(Object.entries(read.data)).get(key) : undefined;
    }
    return typeof found === 'number' ? found : null;
  };
  return {
    figure: (bench, ...path) => at(load(bench), path),
    turn(contestant, name, by) {
      const read = contestants.safeParse(load('turn'));
      const own = read.success ? read.data.contestants.find((one) => one.name === contestant) : undefined;
      return at(own, ['times', name, by, 'p50']);
    },
  };
}
