import type { StepStop, TaintSource, Usage } from '../domain/event.ts';
import type { ApprovalId, RequestId } from '../domain/ids.ts';
import type { TranscriptMessage } from '../domain/transcript.ts';
import type { Model } from '../ports/model.ts';
import type { Tool, Toolbox, ToolSpec } from '../ports/tools.ts';
import type { Authority } from './authority.ts';
import { openBatch, unmatchedDecisions } from './batch/open-batch.ts';
import { type DenialMemory, denialMemory } from './gate/denial-memory.ts';
import { taintOf } from './gate/taint-now.ts';
import type { Hook } from './hook.ts';
import { flattenHooks } from './hooks/consult.ts';
import { inTurn, type TurnJournal } from './journal.ts';
import { type LoopLog, loopLog } from './loop-log.ts';
import type { RunTurnOptions } from './options.ts';
import type { UnattendedDenial } from './result.ts';
import { type Forward, forwardTo } from './step/stream.ts';

/** One run: what it was given, and what it has come to know. Lives as long as the call of `runTurn`. */
export interface Turn {
  readonly model: Model;
  readonly options: RunTurnOptions;
  readonly journal: TurnJournal;
  readonly hooks: readonly Hook[];
  readonly log: LoopLog;
  readonly forward: Forward;
  /** Sent on every step that is not narrowed: the same array in the same order, so that a provider may cache it. */
  readonly specs: readonly ToolSpec[];
  readonly names: readonly string[];
  findTool(name: string): Tool | undefined;

  /** The newest the journal handed out. */
  authority: Authority;
  /** What the model reads. Replaced, never changed: a request keeps what it was given. */
  messages: readonly TranscriptMessage[];
  readonly produced: TranscriptMessage[];
  /** Why the context is untrusted now; null while it is clean. */
  taint: TaintSource | null;
  readonly denials: DenialMemory;
  usage: Usage;
  stop: StepStop | null;
  grounded: boolean;
  /** Model requests made. */
  steps: number;
  /** Batches of this run; the one a resumed run begins with does not count. */
  rounds: number;
  /** Whether any call got a result in this run, resumed batch included. */
  answered: boolean;
  failingRounds: number;
  invalidRetries: number;
  /** The next request is the last: it asks for words after tools ran and none came. */
  wordsOnly: boolean;
  /** Request ids in the transcript and those of this run; more may have been used before a compaction. */
  readonly ownRequestIds: Set<RequestId>;
  readonly deniedUnattended: UnattendedDenial[];
  readonly toolErrors: Map<RequestId, unknown>;
  readonly unmatched: readonly ApprovalId[];
}

export function startTurn(
  model: Model,
  toolbox: Toolbox,
  transcript: readonly TranscriptMessage[],
  options: RunTurnOptions,
): Turn {
  const additional = additionalTools(options);
  return {
    model,
    options,
    journal: options.loop.allowConcurrentInvocations ? inTurn(options.journal) : options.journal,
    hooks: flattenHooks(options.hooks),
    log: loopLog(options),
    forward: forwardTo(options.stream),
    specs: toolbox.tools.map((tool) => tool.spec),
    names: [...new Set([...toolbox.tools.map((tool) => tool.spec.name), ...additional.keys()])],
    findTool: (name) => toolbox.find(name) ?? additional.get(name),
    authority: options,
    messages: transcript,
    produced: [],
    taint: options.untrustedContextSeed ?? taintOf(transcript),
    denials: denialMemory(transcript, options.principal),
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
    stop: null,
    grounded: false,
    steps: 0,
    rounds: 0,
    answered: false,
    failingRounds: 0,
    invalidRetries: 0,
    wordsOnly: false,
    ownRequestIds: requestIdsIn(transcript),
    deniedUnattended: [],
    toolErrors: new Map(),
    unmatched: unmatchedDecisions(openBatch(transcript), options),
  };
}

/** The first of two tools with one name stands, as in the toolbox. */
function additionalTools({ loop }: RunTurnOptions): ReadonlyMap<string, Tool> {
  const byName = new Map<string, Tool>();
  for (const tool of loop.additionalTools) if (!byName.has(tool.spec.name)) byName.set(tool.spec.name, tool);
  return byName;
}

/** Walked at every start of a turn, so no list is made on the way: a long conversation has thousands of messages. */
function requestIdsIn(transcript: readonly TranscriptMessage[]): Set<RequestId> {
  const ids = new Set<RequestId>();
  for (const message of transcript) {
    if (message.kind === 'assistant') for (const call of message.calls) ids.add(call.requestId);
  }
  return ids;
}

/** Adds a message to what the model reads and to what this run leaves behind. */
export function say(turn: Turn, message: TranscriptMessage): void {
  turn.messages = [...turn.messages, message];
  turn.produced.push(message);
}
