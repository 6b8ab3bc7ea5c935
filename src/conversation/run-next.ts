import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { owedAnswer, owedEnding } from '../domain/owed.ts';
import type { Owed } from '../ports/event-log.ts';
import type { Claim } from '../ports/work-queue.ts';
import { closeOpenCalls } from './close-calls.ts';
import { deferTurn } from './defer.ts';
import { nextDueAt } from './expire.ts';
import { type NextTurn, nextTurn } from './next-turn.ts';
import { type RunTurnDeps, runOneTurn } from './run-one-turn.ts';
import { settleDue } from './settle-due.ts';
import { cancelPending, stopped } from './stop.ts';
import { gaveUpText, parkedText } from './texts.ts';
import { runsSoFar } from './turn-runs.ts';
import type { RunNext } from './worker.ts';

/** Turns run under one claim before others get a chance; what is left stays due. */
const MAX_TURNS_PER_CLAIM = 8;

/** log → fold → run: settles what time has brought, then runs turns until the conversation wants nothing more. */
export function makeRunNext(deps: RunTurnDeps): RunNext {
  return async (claim, signal) => {
    for (let turns = 0; turns < MAX_TURNS_PER_CLAIM; turns += 1) {
      if (signal.aborted && deps.isShuttingDown()) return deps.clock.now();
      const now = await settleDue(deps, claim);
      const next = nextTurn(now);
      switch (next.kind) {
        case 'none':
          return nextDueAt(now);
        case 'run': {
          const ran = await runOneTurn(deps, claim, { ...next, before: runsSoFar(now.turns) }, signal);
          if (ran === 'interrupted') return deps.clock.now();
          if (ran === 'lookup-failed') return await deferTurn(deps, claim);
          // The claim's signal is spent: what comes next was not stopped and gets a claim of its own.
          if (signal.aborted) return deps.clock.now();
          break;
        }
        case 'finish':
        case 'stop':
        case 'park':
          await end(deps, claim, next);
      }
    }
    return deps.clock.now();
  };
}

type Ending = Exclude<NextTurn, { kind: 'none' | 'run' }>;

/** Ends a turn that needs no more running: its answer was given, someone stopped it, or it keeps dying. */
async function end({ conversations }: RunTurnDeps, claim: Claim, ending: Ending): Promise<void> {
  await conversations.change(claim.conversation, (now) => ({
    events: now.status.kind === 'running' && now.status.turnId === ending.turn ? endingEvents(now, ending) : [],
    options: { epoch: claim.epoch, owes: owedAtEnd(now, ending) },
    result: null,
  }));
}

function endingEvents(now: Conversation, ending: Ending): DomainEvent[] {
  switch (ending.kind) {
    case 'finish':
      return [{ type: 'turn.finished', turnId: ending.turn, end: 'end' }];
    case 'stop':
      return stopped(now, ending.turn, ending.by);
    case 'park':
      return [
        ...cancelPending(now, null, 'parked'),
        ...closeOpenCalls(now, ending.turn, parkedText, gaveUpText),
        { type: 'turn.parked', turnId: ending.turn, attempts: ending.attempts },
      ];
  }
}

function owedAtEnd({ id }: Conversation, ending: Ending): Owed[] {
  const key = ending.kind === 'finish' ? owedAnswer(ending.turn) : owedEnding(ending.turn);
  return [{ key, conversation: id }];
}
