import type { Places } from '../measure/places.ts';
import type { Sample } from '../measure/timed.ts';
import type { Case, Probe } from './cases.ts';
import { type Child, startChild } from './child.ts';
import type { ContestantEntry } from './contestants.ts';

/** What one contestant left behind. A case or probe it has not is absent. */
export interface Measured {
  readonly contestant: ContestantEntry;
  readonly samples: Map<string, Sample[]>;
  readonly outcomes: Map<string, string>;
  residentMb: number;
}

export interface Plan {
  readonly contestants: readonly ContestantEntry[];
  readonly cases: readonly Case[];
  readonly probes: readonly Probe[];
  /** Rounds that count; one before them warms everything up and does not. */
  readonly rounds: number;
  /** Of the iterations each case asks for; below 1 for a quick look. */
  readonly effort: number;
  readonly places: Places;
  readonly progress: (line: string) => void;
}

interface Runner {
  readonly child: Child;
  readonly measured: Measured;
}

/**
 * Runs the contestants against each other: in every round each case goes from one to the next, so that whatever else
 * the machine is doing meets them all. Only one of the processes works at a time.
 */
export async function runRounds(plan: Plan): Promise<readonly Measured[]> {
  const runners: Runner[] = [];
  try {
    for (const contestant of plan.contestants) {
      const child = await startChild(contestant.script, plan.places);
      runners.push({ child, measured: { contestant, samples: new Map(), outcomes: new Map(), residentMb: 0 } });
    }
    for (const runner of runners) await takeProbes(plan, runner);
    for (let round = 0; round <= plan.rounds; round += 1) {
      plan.progress(round === 0 ? 'warming up' : `round ${round} of ${plan.rounds}`);
      for (const one of plan.cases)
        for (const runner of inTurn(runners, round)) await takeSamples(plan, runner, one, round > 0);
    }
    for (const { child, measured } of runners) {
      const reply = await child.ask({ kind: 'end' });
      if (reply.kind === 'ended') measured.residentMb = reply.residentMb;
    }
    return runners.map(({ measured }) => measured);
  } finally {
    for (const { child } of runners) child.stop();
  }
}

/** Nobody is always first. */
const inTurn = (runners: readonly Runner[], round: number): readonly Runner[] => {
  const first = round % runners.length;
  return [...runners.slice(first), ...runners.slice(0, first)];
};

async function takeSamples(
  plan: Plan,
  { child, measured }: Runner,
  { name, ...one }: Case,
  counts: boolean,
): Promise<void> {
  if (!child.cases.has(name)) return;
  const iterations = Math.max(1, Math.round(one.iterations * plan.effort));
  const reply = await named(measured, name, child.ask({ kind: 'run', name, iterations }));
  if (reply.kind !== 'samples' || !counts) return;
  measured.samples.set(name, [...(measured.samples.get(name) ?? []), ...reply.samples]);
}

async function takeProbes({ probes, progress }: Plan, { child, measured }: Runner): Promise<void> {
  progress(`probing ${measured.contestant.title}`);
  for (const { name } of probes) {
    if (!child.probes.has(name)) continue;
    const reply = await named(measured, name, child.ask({ kind: 'probe', name }));
    if (reply.kind === 'probed') measured.outcomes.set(name, reply.outcome);
  }
}

/** An error that says whose it is. */
async function named<Result>({ contestant }: Measured, what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${contestant.title}, ${what}: ${why}`, { cause });
  }
}
