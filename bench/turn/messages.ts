import type { Sample } from '../measure/timed.ts';
import type { CaseName, ProbeName } from './cases.ts';

/** What the bench asks of a contestant's process, one thing at a time. */
export type Request =
  | { readonly kind: 'run'; readonly name: CaseName; readonly iterations: number; readonly atMostMs: number }
  | { readonly kind: 'probe'; readonly name: ProbeName }
  | { readonly kind: 'end' };

/** What the process answers. `ready` comes first and unasked. */
export type Reply =
  | { readonly kind: 'ready'; readonly cases: readonly string[]; readonly probes: readonly string[] }
  | { readonly kind: 'samples'; readonly samples: readonly Sample[] }
  | { readonly kind: 'probed'; readonly outcome: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ended'; readonly residentMb: number };
