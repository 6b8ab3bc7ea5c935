import type { Places } from '../measure/places.ts';
import type { Sample } from '../measure/timed.ts';
import { type Case, type Probe, parts } from './cases.ts';
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
  /** Every case is warmed up before the first of them. */
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

/** Runs the contestants against each other, part after part. */
export async function runRounds(plan: Plan): Promise<readonly Measured[]> {
  const all = plan.contestants.map(
    (contestant): Measured => ({ contestant, samples: new Map(), outcomes: new Map(), residentMb: 0 }),
  );
  for (const measured of all) await probe(plan, measured);
  for (const part of parts) {
    const cases = plan.cases.filter((one) => one.part === part);
    if (cases.length > 0) await withRunners(plan, all, (runners) => runPart(plan, cases, runners));
  }
  return all;
}

/**
 * In every round each case goes from one contestant to the next, so that whatever else the machine is doing meets them
 * all. Only one of the processes works at a time.
 */
async function runPart(plan: Plan, cases: readonly Case[], runners: readonly Runner[]): Promise<void> {
  plan.progress('warming up');
  for (const one of cases) for (const runner of runners) await ask(plan, runner, one, warmUp);
  for (let round = 1; round <= plan.rounds; round += 1) {
    plan.progress(`round ${round} of ${plan.rounds}`);
    for (const one of cases) for (const runner of inTurn(runners, round)) await takeSamples(plan, runner, one);
  }
  for (const { child, measured } of runners) {
    const reply = await child.ask({ kind: 'end' });
    if (reply.kind === 'ended') measured.residentMb = Math.max(measured.residentMb, reply.residentMb);
  }
}

/** Starts a process for each and ends them all, however the work ends. */
async function withRunners(
  { places }: Plan,
  all: readonly Measured[],
  work: (runners: readonly Runner[]) => Promise<void>,
): Promise<void> {
  const runners: Runner[] = [];
  try {
    for (const measured of all) runners.push({ measured, child: await startChild(measured.contestant.script, places) });
    await work(runners);
  } finally {
    for (const { child } of runners) child.stop();
  }
}

async function probe(plan: Plan, measured: Measured): Promise<void> {
  plan.progress(`probing ${measured.contestant.title}`);
  await withRunners(plan, [measured], async ([runner]) => {
    if (runner !== undefined) await takeProbes(plan, runner);
  });
}

/** Nobody is always first. */
const inTurn = (runners: readonly Runner[], round: number): readonly Runner[] => {
  const first = round % runners.length;
  return [...runners.slice(first), ...runners.slice(0, first)];
};

async function takeSamples(plan: Plan, runner: Runner, one: Case): Promise<void> {
  const { samples } = runner.measured;
  const more = await ask(plan, runner, one, { iterations: one.iterations, atMostMs: LONGEST_BLOCK_MS });
  if (more.length > 0) samples.set(one.name, [...(samples.get(one.name) ?? []), ...more]);
}

interface Extent {
  readonly iterations: number;
  readonly atMostMs: number;
}

/** Enough for the engine to have compiled what is hot; slow libraries reach the time first. */
const warmUp: Extent = { iterations: 400, atMostMs: 3_000 };
/** So that one contestant does not stand still in a round while another works for minutes. */
const LONGEST_BLOCK_MS = 30_000;

async function ask({ effort }: Plan, { child, measured }: Runner, { name }: Case, extent: Extent) {
  if (!child.cases.has(name)) return [];
  const iterations = Math.max(1, Math.round(extent.iterations * effort));
  const { atMostMs } = extent;
  const reply = await named(measured, name, child.ask({ kind: 'run', name, iterations, atMostMs }));
  return reply.kind === 'samples' ? reply.samples : [];
}

async function takeProbes({ probes }: Plan, { child, measured }: Runner): Promise<void> {
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
