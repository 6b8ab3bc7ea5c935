import { allCapabilities } from '../../../src/domain/capability.ts';
import { conversationId, turnId } from '../../../src/domain/ids.ts';
import type { Person } from '../../../src/domain/person.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import type { Ids } from '../../../src/ports/ids.ts';
import type { Model } from '../../../src/ports/model.ts';
import type { Tool } from '../../../src/ports/tools.ts';
import { type RunTurnOptions, turnOptions } from '../../../src/turn/options.ts';
import type { TurnResult } from '../../../src/turn/result.ts';
import { runTurn } from '../../../src/turn/run-turn.ts';
import { type MemoryJournal, memoryJournal } from './memory-journal.ts';
import { toolboxOf } from './tools.ts';

export const alice: Person = { team: 'T1', user: 'UALICE' };
export const bob: Person = { team: 'T1', user: 'UBOB' };

export const says = (text: string, author: Person | null = alice, quarantined = false): TranscriptMessage => ({
  kind: 'user',
  author,
  text,
  quarantined,
});

/** Ids that count up, so that a failing test names them. */
export function countingIds(prefix = ''): Ids {
  let next = 0;
  return {
    uuid: () => `${prefix}uuid-${++next}`,
    token: () => `${prefix}token-${++next}`,
  };
}

/** Options for a clean conversation of alice in which everything may run unasked. */
export const options = (given: Partial<RunTurnOptions> = {}): RunTurnOptions =>
  turnOptions({
    conversation: conversationId('C1'),
    turnId: turnId('turn-1'),
    principal: alice,
    epoch: 1,
    ids: countingIds(),
    clock: { now: () => 1_000 },
    journal: memoryJournal(),
    signal: new AbortController().signal,
    system: 'You help.',
    baseCapabilities: allCapabilities,
    ...given,
  });

export interface Ran {
  readonly result: TurnResult;
  readonly journal: MemoryJournal;
  /** The transcript after the run. */
  readonly transcript: readonly TranscriptMessage[];
}

/** Runs a turn over a transcript (one question of alice unless given) and hands back what it left behind. */
export async function run(
  model: Model,
  tools: readonly Tool[],
  given: Partial<RunTurnOptions> = {},
  transcript: readonly TranscriptMessage[] = [says('please')],
): Promise<Ran> {
  const journal = memoryJournal();
  const result = await runTurn(model, toolboxOf(...tools), transcript, options({ journal, ...given }));
  return { result, journal, transcript: withNews(transcript, result.messages) };
}

/** Puts what a run produced where the fold would: results that complete an open batch stand after its reply. */
export function withNews(
  transcript: readonly TranscriptMessage[],
  news: readonly TranscriptMessage[],
): readonly TranscriptMessage[] {
  const [first, ...rest] = news;
  if (first?.kind !== 'results') return [...transcript, ...news];
  const at = transcript.findLastIndex(({ kind }) => kind === 'assistant');
  const before = transcript[at + 1];
  const reply = transcript[at];
  const had = before?.kind === 'results' ? before.results : [];
  const all = [...had, ...first.results];
  const order = reply?.kind === 'assistant' ? reply.calls.map(({ requestId }) => requestId) : [];
  const results = all.toSorted((a, b) => order.indexOf(a.requestId) - order.indexOf(b.requestId));
  return [...transcript.toSpliced(at + 1, before?.kind === 'results' ? 1 : 0, { kind: 'results', results }), ...rest];
}
