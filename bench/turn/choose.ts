import { UsageProblem } from '../measure/usage.ts';
import { type ContestantEntry, installPeers, ours, peers } from './contestants.ts';

/** Those named in a comma-separated list, in their own order; all of them without a list. */
export function chosen<One extends { readonly name: string }>(
  all: readonly One[],
  list: string | undefined,
  what: string,
): readonly One[] {
  if (list === undefined) return all;
  const names = new Set(list.split(','));
  for (const name of names) {
    if (!all.some((one) => one.name === name))
      throw new UsageProblem(`there is no ${what} called ${JSON.stringify(name)}`);
  }
  return all.filter((one) => names.has(one.name));
}

/** The peers are not part of an ordinary install; whoever asks for one is told how to get them. */
export function chosenContestants(list: string | undefined, peersInstalled: boolean): readonly ContestantEntry[] {
  const contestants = chosen([ours, ...peers], list, 'contestant');
  if (peersInstalled || !contestants.some((one) => one !== ours)) return contestants;
  throw new UsageProblem(
    `the peers are not installed: run \`${installPeers}\`, or leave them out with --only ${ours.name}`,
  );
}
