export type CaseName =
  | 'no-gate'
  | 'approve-1'
  | 'approve-1-signed'
  | 'approve-1-memory-disk'
  | 'approve-1-flushed'
  | 'approve-1-as-shipped'
  | 'approve-5'
  | 'deny-1'
  | 'history-200'
  | 'delta'
  | 'resume-100'
  | 'resume-10000'
  | 'cold-fold-10000';

/**
 * `loop`: the library alone. `store`: with a database or long conversations. Each part has processes of its own, so that
 * what one leaves in memory does not slow the other down.
 */
export type Part = 'loop' | 'store';

export const parts: readonly Part[] = ['loop', 'store'];

export interface Case {
  readonly part: Part;
  readonly name: CaseName;
  readonly title: string;
  readonly unit: 'ms' | 'µs';
  /** Of one contestant in one round; few where each takes long, so that rounds stay short and interleave well. */
  readonly iterations: number;
}

export const cases: readonly Case[] = [
  { part: 'loop', name: 'no-gate', title: 'tool turn, no gate', unit: 'ms', iterations: 30 },
  { part: 'loop', name: 'approve-1', title: 'approve ×1, in memory', unit: 'ms', iterations: 30 },
  { part: 'loop', name: 'approve-5', title: 'approve ×5 in parallel, in memory', unit: 'ms', iterations: 20 },
  { part: 'loop', name: 'deny-1', title: 'deny ×1, in memory', unit: 'ms', iterations: 20 },
  { part: 'loop', name: 'history-200', title: 'approve ×1 after 200 messages', unit: 'ms', iterations: 20 },
  { part: 'loop', name: 'delta', title: 'one streamed delta', unit: 'µs', iterations: 10 },
  { part: 'store', name: 'approve-1-signed', title: 'approve ×1, signed, in memory', unit: 'ms', iterations: 30 },
  {
    part: 'store',
    name: 'approve-1-memory-disk',
    title: 'approve ×1, SQLite FULL, memory disk',
    unit: 'ms',
    iterations: 20,
  },
  { part: 'store', name: 'approve-1-flushed', title: 'approve ×1, SQLite FULL, real disk', unit: 'ms', iterations: 8 },
  {
    part: 'store',
    name: 'approve-1-as-shipped',
    title: 'approve ×1, SQLite as shipped, real disk',
    unit: 'ms',
    iterations: 8,
  },
  { part: 'store', name: 'resume-100', title: 'approve ×1 in a 100-event conversation', unit: 'ms', iterations: 20 },
  {
    part: 'store',
    name: 'resume-10000',
    title: 'approve ×1 in a 10,000-event conversation',
    unit: 'ms',
    iterations: 20,
  },
  { part: 'store', name: 'cold-fold-10000', title: 'cold read and fold of 10,000 events', unit: 'ms', iterations: 2 },
];

export type ProbeName = 'race' | 'replay' | 'flip' | 'reissue';

export interface Probe {
  readonly name: ProbeName;
  readonly title: string;
}

export const probes: readonly Probe[] = [
  { name: 'race', title: 'two approvals of one call at once: executions' },
  { name: 'replay', title: 'the same approval again after the end: executions in all' },
  { name: 'flip', title: 'stored "no" turned into "yes": executions' },
  { name: 'reissue', title: 'denied call proposed 12 times: questions to a person' },
];
