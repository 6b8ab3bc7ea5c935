import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { turnId } from '../../src/domain/ids.ts';
import { evolveStatus, idle, type TurnStatus } from '../../src/domain/status.ts';
import { everyEvent } from '../support/every-event.ts';
import { ann, bob } from '../support/store-events.ts';

const turn = { turnId: turnId('turn-1'), principal: ann, persona: 'ops' } as const;
const running: TurnStatus = { kind: 'running', ...turn, epoch: 3, attempts: 2, stopAsked: null };
const stopping: TurnStatus = { ...running, stopAsked: bob };
const paused: TurnStatus = { kind: 'paused', ...turn };
const failed: TurnStatus = { kind: 'failed', ...turn, retryAsked: false };
const retried: TurnStatus = { ...failed, retryAsked: true };
const started: DomainEvent = { type: 'turn.started', ...turn, takes: [], epoch: 4 };
const first: TurnStatus = { ...running, epoch: 4, attempts: 1 };

const statusAfter = (status: TurnStatus, event: DomainEvent): TurnStatus =>
  evolveStatus(status, { seq: 1, at: 1, event });
const { 'turn.paused': pause, 'turn.failed': fail, 'stop.requested': stop, 'retry.requested': retry } = everyEvent;

it('is at rest to begin with', () => {
  expect(idle).toEqual({ kind: 'idle' });
});

describe('what a conversation is doing', () => {
  it.each<[string, TurnStatus, DomainEvent, TurnStatus]>([
    ['starts from rest with its first attempt', idle, started, first],
    ['starts after a pause with its first attempt', paused, started, first],
    ['starts after a failure with its first attempt', retried, started, first],
    ['starts again with one more attempt where a run had no end', running, started, { ...first, attempts: 3 }],
    ['starts again without the stop that an earlier run was asked for', stopping, started, { ...first, attempts: 3 }],
    ['pauses for the same person and persona', running, pause, paused],
    ['pauses though it was asked to stop', stopping, pause, paused],
    ['fails for the same person and persona, with no retry asked for', running, fail, failed],
    ['notes who asked a running turn to stop', running, stop, stopping],
    ['notes that a failed turn is to be tried again', failed, retry, retried],
  ])('%s', (_what, status, event, next) => {
    expect(statusAfter(status, event)).toEqual(next);
  });

  it.each(['turn.finished', 'turn.stopped', 'turn.parked'] as const)('comes to rest with %s', (type) => {
    expect([running, stopping, paused, failed].map((status) => statusAfter(status, everyEvent[type]))).toEqual(
      Array.from({ length: 4 }, () => idle),
    );
  });

  it.each([idle, paused, failed, retried])('does not pause, fail or note a stop while it is %j', (status) => {
    expect([pause, fail, stop].map((event) => statusAfter(status, event))).toEqual([status, status, status]);
  });

  it.each([idle, running, paused])('notes no retry while it is %j', (status) => {
    expect(statusAfter(status, retry)).toEqual(status);
  });

  const moving = [started.type, pause.type, fail.type, stop.type, retry.type];
  const others = Object.values(everyEvent).filter(
    ({ type }) => !['turn.finished', 'turn.stopped', 'turn.parked', ...moving].includes(type),
  );

  it.each(others)('is not changed by $type', (event) => {
    const all = [idle, running, stopping, paused, failed, retried];
    expect(all.map((status) => statusAfter(status, event))).toEqual(all);
  });
});
