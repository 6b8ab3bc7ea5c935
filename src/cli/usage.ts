import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command line that makes no sense. The message is for a terminal. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

/** sysexits' EX_USAGE. */
export const EXIT_USAGE = 64;

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads a command's options and words; throws `UsageProblem` for what it does not know. */
export function readArgs<T extends Options>(args: readonly string[], options: T, words: number) {
  const read = parsed(args, options);
  if (read.positionals.length > words) throw new UsageProblem(`unexpected ${read.positionals[words]}`);
  return read;
}

function parsed<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable options');
  }
}
