import type { CapabilitySet } from '../domain/capability.ts';
import type { EffectKind } from '../domain/effect.ts';
import type { OutcomeAnswer } from '../domain/event.ts';
import type { ApprovalId, ConversationId, RequestId, TurnId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { CacheHint, ToolChoice } from '../ports/model.ts';
import type { Recorder } from '../ports/recorder.ts';
import type { StreamSink } from '../ports/stream.ts';
import type { ApprovedCall, Authority } from './authority.ts';
import type { HookStack } from './hook.ts';
import type { TurnJournal } from './journal.ts';
import { DEFAULT_DENIAL_LIMIT, DEFAULT_MAX_STEPS, DEFAULT_RESULT_CHARS, DEFAULT_TOOL_TIMEOUT_MS } from './limits.ts';
import { type LoopConfig, loopConfig } from './loop-config.ts';
import { realTimer, type StartTimer } from './timer.ts';

/** What every turn must be told; nothing of it has a sensible default. */
export interface TurnEssentials {
  readonly conversation: ConversationId;
  readonly turnId: TurnId;
  /** Whom the turn acts for: the owner of the grants, the only author whose words are trusted. */
  readonly principal: Person;
  /** The claim this turn works under; written into every intent. */
  readonly epoch: number;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly journal: TurnJournal;
  /** Aborting it ends the turn as `stopped`, with a result for every call. */
  readonly signal: AbortSignal;
  /** The system text, complete; sent as it is on every step. */
  readonly system: string;
  /** What tools may do unasked in a clean conversation. */
  readonly baseCapabilities: CapabilitySet;
}

/** Everything one run of a turn is given (seed `RunTurnOptions`, `Config` and what they needed beyond). */
export interface RunTurnOptions extends TurnEssentials, Authority {
  /** Text deltas and tool starts as they arrive; the complete result is returned with or without it. */
  readonly stream: StreamSink | null;
  /** Offers the provider's own web search on every step. Refused while tainted: no gate can stop what a provider runs. */
  readonly webSearch: boolean;
  /** Policy: offer web search even while untrusted content is in the context. */
  readonly webSearchWhileTainted: boolean;
  /** True: a call the sandbox would deny goes to a person. False: it runs and its own error is the result. */
  readonly escalateSandboxDenials: boolean;
  /** Signs and stores a mutation before it applies. Null: rewrites, injections and redactions of hooks are inert. */
  readonly dispatchRecorder: Recorder | null;
  readonly cacheHint: CacheHint;
  /** Calls found in the log with an intent and no result, by request id: `dispatches` of the fold whose outcome is null. */
  readonly unfinished: ReadonlyMap<RequestId, UnfinishedDispatch>;
  /** Request ids this conversation has used; a call that re-uses one gets a fresh id. */
  readonly usedRequestIds: ReadonlySet<RequestId>;
  /** Nobody can answer a card here: gated calls are denied at once. */
  readonly unattended: boolean;
  /** Model requests one run may make; the last one is made without function tools. At least 1. */
  readonly maxSteps: number;
  /** UTF-16 units of one tool result that reach the model; what is left out is said in its place. */
  readonly toolResultMaxChars: number;
  /** How long one execution of a tool is waited for. */
  readonly toolTimeoutMs: number;
  /** How often denied actions may be proposed again before the turn ends as `repeated-denial`. */
  readonly denialLimit: number;
  readonly toolChoice: ToolChoice;
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  /** Provider parameters of the baseline; any JSON value, null for none. */
  readonly additionalParams: unknown;
  /** How often hooks may answer an invalid call with `retry` in one run. */
  readonly invalidCallRetries: number;
  readonly loop: LoopConfig;
  readonly hooks: HookStack;
  readonly startTimer: StartTimer;
}

/** A dispatch without a known end, as the fold of the log has it. */
export interface UnfinishedDispatch {
  readonly effectiveArgsJson: string;
  readonly idempotencyKey: string;
  /** The verified approval it was started under; it starts the same again for what its card showed, and no more. */
  readonly approved: ApprovedCall | null;
  readonly effect: EffectKind;
  /** The card that already asks whether it ran. */
  readonly question: ApprovalId | null;
  readonly answer: { readonly kind: OutcomeAnswer } | null;
}

/** Options with every default of the seed documents: nothing approved, nothing granted, nothing tainted, no stream. */
export function turnOptions(given: TurnEssentials & Partial<RunTurnOptions>): RunTurnOptions {
  return {
    approvedCallIds: new Map(),
    approvedOverrides: new Map(),
    deniedCallIds: new Map(),
    sessionApprovedTools: new Map(),
    openApprovals: new Map(),
    untrustedContextSeed: null,
    stream: null,
    webSearch: false,
    webSearchWhileTainted: false,
    escalateSandboxDenials: false,
    dispatchRecorder: null,
    cacheHint: 'none',
    unfinished: new Map(),
    usedRequestIds: new Set(),
    unattended: false,
    maxSteps: DEFAULT_MAX_STEPS,
    toolResultMaxChars: DEFAULT_RESULT_CHARS,
    toolTimeoutMs: DEFAULT_TOOL_TIMEOUT_MS,
    denialLimit: DEFAULT_DENIAL_LIMIT,
    toolChoice: { kind: 'auto' },
    temperature: null,
    maxTokens: null,
    additionalParams: null,
    invalidCallRetries: 0,
    loop: loopConfig({}),
    hooks: [],
    startTimer: realTimer,
    ...given,
  };
}
