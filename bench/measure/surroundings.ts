import { arch, availableParallelism, loadavg, platform } from 'node:os';
import { rounded } from './quantiles.ts';

/** What a result must say about where it comes from, so that two of them are not compared that cannot be. */
export interface Surroundings {
  readonly date: string;
  readonly command: string;
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  /** Processes that wanted a core during the last minutes of the run, ours among them; 0 where the system does not say. */
  readonly load: number;
}

export const surroundings = (command: string): Surroundings => ({
  date: new Date().toISOString().slice(0, 10),
  command,
  node: process.version,
  platform: `${platform()} ${arch()}`,
  cores: availableParallelism(),
  load: rounded(loadavg()[1] ?? 0),
});
