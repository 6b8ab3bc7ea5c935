import { pendingApprovals } from '../domain/approvals.ts';
import { assertNever } from '../domain/assert-never.ts';
import type { Conversation } from '../domain/conversation.ts';
import type { TurnId } from '../domain/ids.ts';
import { type Person, samePerson } from '../domain/person.ts';
import { openCalls } from '../domain/transcript.ts';
import { awaitsOutcome } from './recover.ts';

/** A turn whose process died this often in a row is poison: it is parked so that others go on. */
export const MAX_ATTEMPTS = 5;

export type NextTurn =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'run';
      readonly principal: Person;
      readonly persona: string | null;
      readonly takes: readonly string[];
    }
  /** Its answer is in the log already; only its end is missing. */
  | { readonly kind: 'finish'; readonly turn: TurnId }
  | { readonly kind: 'stop'; readonly turn: TurnId; readonly by: Person }
  | { readonly kind: 'park'; readonly turn: TurnId; readonly attempts: number };

/** What a conversation wants done now, as its log has it. There is no other record of unfinished work. */
export function nextTurn(now: Conversation): NextTurn {
  const { status } = now;
  switch (status.kind) {
    case 'running':
      if (status.stopAsked !== null) return { kind: 'stop', turn: status.turnId, by: status.stopAsked };
      if (isAnswered(now)) return { kind: 'finish', turn: status.turnId };
      if (status.attempts >= MAX_ATTEMPTS) return { kind: 'park', turn: status.turnId, attempts: status.attempts };
      return { kind: 'run', principal: status.principal, persona: status.persona, takes: [] };
    case 'paused':
      if (awaitsOutcome(now) || everythingWaits(now)) return { kind: 'none' };
      return {
        kind: 'run',
        principal: status.principal,
        persona: status.persona,
        takes: takenWith(now, status.principal),
      };
    case 'failed':
      if (status.retryAsked) return { kind: 'run', principal: status.principal, persona: status.persona, takes: [] };
      return nextMessage(now);
    case 'idle':
      return nextMessage(now);
    default:
      return assertNever(status);
  }
}

/** The turn that answers the longest waiting message that asks for one, with everything said before it. */
function nextMessage(now: Conversation): NextTurn {
  const takes: string[] = [];
  for (const [id, { addressed, author, persona }] of now.transcript.waiting) {
    takes.push(id);
    if (addressed) return { kind: 'run', principal: author, persona, takes };
  }
  return { kind: 'none' };
}

/** A paused turn goes on with what its own principal said meanwhile once nothing of it waits any more. */
function takenWith(now: Conversation, principal: Person): readonly string[] {
  if (pendingApprovals(now.approvals).length > 0) return [];
  const next = nextMessage(now);
  return next.kind === 'run' && samePerson(next.principal, principal) ? next.takes : [];
}

function everythingWaits(now: Conversation): boolean {
  const open = openCalls(now.transcript);
  return open.length > 0 && open.every(({ requestId }) => isPending(now, requestId));
}

function isPending({ approvals }: Conversation, requestId: ReturnType<typeof openCalls>[number]['requestId']): boolean {
  const asked = approvals.byRequest.get(requestId);
  return asked !== undefined && approvals.approvals.get(asked)?.status.kind === 'pending';
}

function isAnswered(now: Conversation): boolean {
  const last = now.transcript.entries.at(-1)?.message;
  return last?.kind === 'assistant' && last.calls.length === 0;
}
