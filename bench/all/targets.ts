import { LEASE_MS } from '../../src/conversation/worker.ts';
import type { Results } from './results.ts';

/** What a figure must reach, and where it is found. */
export interface Target {
  readonly figure: string;
  /** At most this, unless `atLeast`. */
  readonly limit: number;
  readonly atLeast?: boolean;
  readonly unit: string;
  /** Null where it was not measured. */
  readonly measured: (results: Results) => number | null;
}

const REAL = ['results', 'real disk'] as const;
const peers = ['ai-sdk', 'openai-agents', 'langchain', 'mastra'] as const;

const fastestPeer = (results: Results, name: string): number | null => {
  const times = peers.flatMap((peer) => results.turn(peer, name, 'cpu') ?? []);
  return times.length === 0 ? null : Math.min(...times);
};

const ratio = (over: number | null, under: number | null): number | null =>
  over === null || under === null ? null : over / under;
const less = (from: number | null, what: number | null): number | null =>
  from === null || what === null ? null : from - what;

const TURNS_OF_A_CONVERSATION = 2;
/** Heap growth is told for so many turns. */
const MANY_TURNS = 50_000;

function heapGrowth(results: Results): number | null {
  const perHour = results.figure('soak', 'heapPerHour');
  const minutes = results.figure('soak', 'minutes');
  const finished = results.figure('soak', 'counts', 'finished');
  if (perHour === null || minutes === null || finished === null || finished === 0) return null;
  const turnsAnHour = (finished * TURNS_OF_A_CONVERSATION * 60) / minutes;
  return (perHour / turnsAnHour) * MANY_TURNS;
}

export const targets: readonly Target[] = [
  {
    figure: 'one gated tool round in memory',
    limit: 0.3,
    unit: 'ms',
    measured: (r) => r.turn('countersign', 'approve-1', 'wall'),
  },
  {
    figure: 'one gated tool round in memory, beside the fastest peer',
    limit: 1,
    unit: '×',
    measured: (r) => ratio(r.turn('countersign', 'approve-1', 'cpu'), fastestPeer(r, 'approve-1')),
  },
  {
    figure: 'pause, decide, resume on a real disk, p50',
    limit: 1,
    unit: 'ms',
    measured: (r) => r.figure('control', ...REAL, 'pause, decide, resume, ms, p50'),
  },
  {
    figure: 'pause, decide, resume on a real disk, p99',
    limit: 5,
    unit: 'ms',
    measured: (r) => r.figure('control', ...REAL, 'pause, decide, resume, ms, p99'),
  },
  {
    figure: 'the fastest durable peer beside ours, in processor time',
    limit: 8,
    atLeast: true,
    unit: '×',
    measured: (r) => ratio(fastestPeer(r, 'approve-1-flushed'), r.turn('countersign', 'approve-1-flushed', 'cpu')),
  },
  { figure: 'one streamed delta', limit: 8, unit: 'µs', measured: (r) => r.turn('countersign', 'delta', 'wall') },
  {
    figure: 'what 200 messages add',
    limit: 1,
    unit: 'ms',
    measured: (r) => less(r.turn('countersign', 'history-200', 'wall'), r.turn('countersign', 'approve-1', 'wall')),
  },
  {
    figure: 'a conversation of 10,000 events beside one of 100',
    limit: 1.5,
    unit: '×',
    measured: (r) => ratio(r.turn('countersign', 'resume-10000', 'cpu'), r.turn('countersign', 'resume-100', 'cpu')),
  },
  {
    figure: 'click to durable decision at 300 a second, p50',
    limit: 2,
    unit: 'ms',
    measured: (r) => r.figure('control', ...REAL, 'click to durable decision, ms, p50'),
  },
  {
    figure: 'click to durable decision at 300 a second, p99',
    limit: 20,
    unit: 'ms',
    measured: (r) => r.figure('control', ...REAL, 'click to durable decision, ms, p99'),
  },
  {
    figure: 'click to acknowledgement through Slack, p99',
    limit: 250,
    unit: 'ms',
    measured: (r) => r.figure('load', 'figures', 'click to acknowledgement, ms, p99'),
  },
  {
    figure: 'acknowledgement in a burst of 500 messages in a second, p99',
    limit: 250,
    unit: 'ms',
    measured: (r) => r.figure('load', 'figures', 'acknowledgement in a burst, ms, p99'),
  },
  {
    figure: 'click to tool started through Slack, p95',
    limit: 250,
    unit: 'ms',
    measured: (r) => r.figure('load', 'figures', 'click to tool started, ms, p95'),
  },
  {
    figure: 'event loop delay while 200 answers are written, p99',
    limit: 50,
    unit: 'ms',
    measured: (r) => r.figure('load', 'figures', 'event loop delay while they are written, ms, p99'),
  },
  {
    figure: 'ready after a restart with 100,000 turns and 10,000 cards',
    limit: 2_000,
    unit: 'ms',
    measured: (r) => r.figure('restart', 'figures', 'ready after, ms'),
  },
  {
    figure: 'memory when idle',
    limit: 120,
    unit: 'MB',
    measured: (r) => r.figure('load', 'figures', 'resident when idle, MB'),
  },
  {
    figure: 'memory while 200 answers are written',
    limit: 200,
    unit: 'MB',
    measured: (r) => r.figure('load', 'figures', 'resident while they are written, MB'),
  },
  { figure: 'heap growth in 50,000 turns', limit: 10, unit: 'MB', measured: heapGrowth },
  {
    figure: 'turns of three processes on PostgreSQL beside one',
    limit: 2.2,
    atLeast: true,
    unit: '×',
    measured: (r) => r.figure('scale', 'figures', 'three processes beside one, ×'),
  },
  {
    figure: 'until the turns of a killed process go on elsewhere',
    limit: LEASE_MS + 2_000,
    unit: 'ms',
    measured: (r) => r.figure('scale', 'figures', 'takeover, ms'),
  },
];
