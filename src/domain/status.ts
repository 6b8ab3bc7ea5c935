import type { StoredEvent } from './event.ts';
import type { TurnId } from './ids.ts';
import type { Person } from './person.ts';

/** What the conversation is doing. `running` in a log nobody works on means a process died. */
export type TurnStatus =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly turnId: TurnId;
      readonly principal: Person;
      readonly persona: string | null;
      readonly epoch: number;
      /** Runs of this work so far without an end; grows when a process dies in it. */
      readonly attempts: number;
      readonly stopAsked: Person | null;
    }
  | { readonly kind: 'paused'; readonly turnId: TurnId; readonly principal: Person; readonly persona: string | null }
  | {
      readonly kind: 'failed';
      readonly turnId: TurnId;
      readonly principal: Person;
      readonly persona: string | null;
      readonly retryAsked: boolean;
    };

export const idle: TurnStatus = { kind: 'idle' };

export function evolveStatus(status: TurnStatus, { event }: StoredEvent): TurnStatus {
  switch (event.type) {
    case 'turn.started': {
      const attempts = status.kind === 'running' ? status.attempts + 1 : 1;
      const { turnId, principal, persona, epoch } = event;
      return { kind: 'running', turnId, principal, persona, epoch, attempts, stopAsked: null };
    }
    case 'turn.paused':
      return status.kind === 'running' ? { ...theTurn(status), kind: 'paused' } : status;
    case 'turn.failed':
      return status.kind === 'running' ? { ...theTurn(status), kind: 'failed', retryAsked: false } : status;
    case 'turn.finished':
    case 'turn.stopped':
    case 'turn.parked':
      return idle;
    case 'stop.requested':
      return status.kind === 'running' ? { ...status, stopAsked: event.by } : status;
    case 'retry.requested':
      return status.kind === 'failed' ? { ...status, retryAsked: true } : status;
    default:
      return status;
  }
}

const theTurn = ({ turnId, principal, persona }: Extract<TurnStatus, { kind: 'running' }>) => ({
  turnId,
  principal,
  persona,
});
