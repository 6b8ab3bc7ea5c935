import { arch, availableParallelism, platform } from 'node:os';

/** What a result must say about where it comes from, so that two of them are not compared that cannot be. */
export interface Surroundings {
  readonly date: string;
  readonly command: string;
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
}

export const surroundings = (command: string): Surroundings => ({
  date: new Date().toISOString().slice(0, 10),
  command,
  node: process.version,
  platform: `${platform()} ${arch()}`,
  cores: availableParallelism(),
});
