import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/ports/model.ts';
import type { TurnStreamEvent } from '../../../src/ports/stream.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import { run } from '../../support/turn/a-turn.ts';
import { handTimers } from '../../support/turn/hand-timers.ts';
import { scriptedModel, words } from '../../support/turn/scripted-model.ts';

describe('a step of a turn that is stopped', () => {
  it('asks no hook when the stop came before it', async () => {
    const asked: number[] = [];
    const watch: Hook = {
      name: 'watch',
      completionCall({ step }) {
        asked.push(step);
        return { kind: 'continue' };
      },
    };
    await run(scriptedModel(), [], { signal: AbortSignal.abort(), hooks: [watch] });
    expect(asked).toEqual([]);
  });

  it('asks no model when the stop came while a hook was asked', async () => {
    const stop = new AbortController();
    const stops: Hook = {
      name: 'stops',
      completionCall() {
        stop.abort();
        return { kind: 'continue' };
      },
    };
    const model = scriptedModel();
    const { result } = await run(model, [], { signal: stop.signal, hooks: [stops] });
    expect([result.kind, model.requests]).toEqual(['stopped', []]);
  });

  it('accepts no reply that was completed in spite of the stop', async () => {
    const stop = new AbortController();
    const late = scriptedModel(() => {
      stop.abort();
      return words('done');
    });
    const { result, journal } = await run(late, [], { signal: stop.signal });
    expect([result.kind, result.messages, journal.events]).toEqual(['stopped', [], []]);
  });

  it('blames no provider for a reply the stop broke off', async () => {
    const stop = new AbortController();
    const broken = scriptedModel(() => {
      stop.abort();
      throw new Error('aborted');
    });
    const { result } = await run(broken, [], { signal: stop.signal });
    expect([result.kind, result.failure]).toEqual(['stopped', null]);
  });

  it('forwards nothing of a model it left behind, and closes it', async () => {
    const stop = new AbortController();
    const { startTimer, ring } = handTimers();
    const { promise: later, resolve: speak } = Promise.withResolvers<void>();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    let readOn = false;
    const deaf: Model = {
      name: 'deaf',
      async *stream() {
        try {
          stop.abort();
          setImmediate(ring);
          await later;
          yield { type: 'text', delta: 'late' };
          readOn = true;
        } finally {
          close();
        }
      },
    };
    const events: TurnStreamEvent[] = [];
    const stream = { push: (event: TurnStreamEvent) => void events.push(event) };
    const { result } = await run(deaf, [], { signal: stop.signal, startTimer, stream });
    speak();
    await closed;
    expect([result.kind, events, readOn]).toEqual(['stopped', [], false]);
  });
});
