import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { type TurnId, turnId } from '../domain/ids.ts';
import { samePerson } from '../domain/person.ts';
import { transcriptFor } from '../domain/transcript.ts';
import type { Clock } from '../ports/clock.ts';
import type { Directory } from '../ports/directory.ts';
import type { Ids } from '../ports/ids.ts';
import type { Logger } from '../ports/logger.ts';
import type { Places } from '../ports/places.ts';
import type { Recorder } from '../ports/recorder.ts';
import type { Answer, Surface } from '../ports/surface.ts';
import { inSpan, noTraces, type Span, type Tracer } from '../ports/tracer.ts';
import type { Claim } from '../ports/work-queue.ts';
import { TurnLost } from '../turn/journal.ts';
import { type RunTurnOptions, turnOptions } from '../turn/options.ts';
import type { TurnResult } from '../turn/result.ts';
import { runTurn } from '../turn/run-turn.ts';
import type { StartTimer } from '../turn/timer.ts';
import { type AuthorityDeps, DirectoryUnavailable, readAuthority } from './authority.ts';
import { compactIfLong } from './compact.ts';
import { concludeTurn } from './conclude.ts';
import { makeJournal } from './journal.ts';
import { type NextTurn, nextTurn } from './next-turn.ts';
import type { Persona, Personas } from './persona.ts';
import type { Conversations } from './reader.ts';
import type { WhilePaused } from './receive.ts';
import { unfinishedFor } from './recover.ts';
import { recordRejections } from './rejections.ts';
import type { RunsSoFar } from './turn-runs.ts';
import { LEASE_LOST } from './worker.ts';

export interface RunTurnDeps extends AuthorityDeps {
  readonly conversations: Conversations;
  readonly personas: Personas;
  readonly surface: Surface;
  readonly places: Places;
  readonly directory: Pick<Directory, 'isShared'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly isShuttingDown: () => boolean;
  /** Asks the store whether a claim still holds, and extends it. Absent: claims last as long as the process. */
  readonly stillHeld?: (claim: Claim) => Promise<boolean>;
  /** What a message of the principal does to the cards that wait. */
  readonly whilePaused: WhilePaused;
  /** Absent: real timers. */
  readonly startTimer?: StartTimer;
  /** Makes the recorder that signs this turn's mutations into its log; null: hooks' mutations are inert. */
  readonly recorderFor: ((claim: Claim, turn: TurnId) => Recorder) | null;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer;
}

type Run = Extract<NextTurn, { kind: 'run' }> & {
  /** The runs it goes on with; null: it begins a turn. */
  readonly before: RunsSoFar | null;
};

type Ran = 'ended' | 'interrupted' | 'lookup-failed';

/** Runs one turn over a fresh fold and appends how it ended. `interrupted`: the log stands as it is, another run goes on. */
export async function runOneTurn(deps: RunTurnDeps, claim: Claim, run: Run, signal: AbortSignal): Promise<Ran> {
  const turn = turnId(deps.ids.uuid());
  const { tracer = noTraces } = deps;
  const { conversation, epoch } = claim;
  const place = { kind: 'turn', run: turn, first: run.before?.first ?? turn, after: run.before?.last ?? null } as const;
  return await inSpan(tracer, { name: 'turn', place, fields: { conversation, turn, epoch } }, async (span) => {
    const ran = await runOnce(deps, { claim, run, turn, signal, span });
    if (ran !== 'ended') span.set({ outcome: ran });
    return ran;
  });
}

interface Running {
  readonly claim: Claim;
  readonly run: Run;
  readonly turn: TurnId;
  readonly signal: AbortSignal;
  readonly span: Span;
}

async function runOnce(deps: RunTurnDeps, { claim, run, turn, signal, span }: Running): Promise<Ran> {
  const persona = deps.personas(run.persona);
  let answer: Answer | null = null;
  try {
    await canBeChecked(deps, claim, run, persona);
    await compactIfLong(deps, { claim, persona, signal });
    const now = await start(deps, claim, run, turn);
    if (now === null) return 'interrupted';
    const stop = new AbortController();
    const options = await optionsFor(deps, { claim, run, turn, persona, now, stop, signal });
    answer = deps.surface.openAnswer({ conversation: claim.conversation, turn, principal: run.principal });
    const transcript = transcriptFor(now.transcript, run.principal);
    const result = await runTurn(persona.model, persona.toolbox, transcript, { ...options, stream: answer });
    if (result.kind === 'stopped' && (deps.isShuttingDown() || signal.reason === LEASE_LOST)) {
      throw new TurnLost('fenced');
    }
    report(deps.logger, claim, turn, result);
    await concludeTurn(deps, { claim, turn, persona, principal: run.principal, result, answer });
    const { inputTokens, outputTokens, cachedInputTokens } = result.usage;
    span.set({ outcome: result.kind, inputTokens, outputTokens, cachedTokens: cachedInputTokens });
    if (result.kind === 'failed') span.fail();
    return 'ended';
  } catch (error) {
    await answer?.end({ kind: 'interrupted' });
    if (error instanceof DirectoryUnavailable) return 'lookup-failed';
    if (!(error instanceof TurnLost)) throw error;
    deps.logger.info({ conversation: claim.conversation, turn, reason: error.because }, 'turn interrupted');
    return 'interrupted';
  }
}

/** Throws `DirectoryUnavailable` before anything is appended: a turn that cannot be checked yet is not one that failed. */
async function canBeChecked(deps: RunTurnDeps, claim: Claim, run: Run, persona: Persona): Promise<void> {
  const now = await deps.conversations.read(claim.conversation);
  await readAuthority(deps, now, run.principal, deps.places.of(claim.conversation), persona.policy);
}

/** The turn exists once this is appended. Null when the claim was lost before it began. */
async function start(deps: RunTurnDeps, claim: Claim, run: Run, turn: TurnId): Promise<Conversation | null> {
  const { principal, takes, persona } = run;
  const started: DomainEvent = { type: 'turn.started', turnId: turn, principal, takes, epoch: claim.epoch, persona };
  const changed = await deps.conversations.change(claim.conversation, (now) => ({
    events: stillWanted(now, run) ? [started] : [],
    options: { epoch: claim.epoch },
    result: stillWanted(now, run),
  }));
  const isStarted = changed.kind === 'changed' && changed.result;
  return isStarted ? await deps.conversations.read(claim.conversation) : null;
}

/** Between deciding on a turn and starting it people were looked up and a past was summarised: a stop may have come. */
function stillWanted(now: Conversation, run: Run): boolean {
  const next = nextTurn(now);
  return next.kind === 'run' && samePerson(next.principal, run.principal) && next.takes.join() === run.takes.join();
}

interface Setting {
  readonly claim: Claim;
  readonly run: Run;
  readonly turn: TurnId;
  readonly persona: Persona;
  readonly now: Conversation;
  readonly stop: AbortController;
  readonly signal: AbortSignal;
}

async function optionsFor(deps: RunTurnDeps, setting: Setting): Promise<RunTurnOptions> {
  const { claim, run, turn, persona, now, stop, signal } = setting;
  const place = deps.places.of(claim.conversation);
  const read = async (conversation: Conversation) => {
    const reading = await readAuthority(deps, conversation, run.principal, place, persona.policy);
    await recordRejections(deps, claim, reading.rejected);
    return reading.authority;
  };
  const authorityAt = now.position;
  const authority = await read(now);
  const journal = makeJournal({
    conversations: deps.conversations,
    claim,
    turn,
    authorityAt,
    readAuthority: read,
    onStopAsked: () => stop.abort('stopped'),
    stillHeld: async () => (await deps.stillHeld?.(claim)) ?? true,
    isShuttingDown: deps.isShuttingDown,
  });
  return turnOptions({
    ...authority,
    conversation: claim.conversation,
    turnId: turn,
    principal: run.principal,
    epoch: claim.epoch,
    ids: deps.ids,
    clock: deps.clock,
    journal,
    signal: AbortSignal.any([signal, stop.signal]),
    system: persona.system,
    baseCapabilities: persona.policy.base,
    webSearch: persona.webSearch,
    webSearchWhileTainted: persona.policy.webSearchWhileTainted,
    escalateSandboxDenials: persona.policy.escalateSandboxDenials,
    cacheHint: persona.cacheHint,
    maxSteps: persona.maxSteps,
    temperature: persona.temperature,
    maxTokens: persona.maxTokens,
    loop: persona.loop,
    hooks: persona.hooks,
    ...(deps.startTimer === undefined ? {} : { startTimer: deps.startTimer }),
    dispatchRecorder: deps.recorderFor?.(claim, turn) ?? null,
    usedRequestIds: now.requestIds,
    unfinished: unfinishedFor(deps.verify, now, place),
    unattended: !(await deps.surface.canAsk(claim.conversation)),
  });
}

function report(logger: Logger, { conversation }: Claim, turn: TurnId, result: TurnResult): void {
  const outcome = result.kind;
  const { inputTokens, outputTokens } = result.usage;
  logger.info({ conversation, turn, outcome, count: inputTokens + outputTokens }, 'turn ended');
  for (const approval of result.unmatchedDecisions) {
    logger.warn({ conversation, turn, approval }, 'decision matched no call');
  }
  if (result.failure !== null) logger.warn({ conversation, turn, code: result.failure.kind }, 'turn failed');
}
