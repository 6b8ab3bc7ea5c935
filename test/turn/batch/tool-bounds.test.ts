import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ToolContext, ToolOutput } from '../../../src/ports/tools.ts';
import { run } from '../../support/turn/a-turn.ts';
import { handTimers } from '../../support/turn/hand-timers.ts';
import { memoryJournal } from '../../support/turn/memory-journal.ts';
import { textsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

const model = () => scriptedModel(calls([['c1', 't', {}]]), words('ok'));

/** The answer of a tool that notices the stop. */
const politely = ({ signal }: ToolContext): Promise<ToolOutput> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(output('stopped half-way')));
  });

describe('how long a tool may take', () => {
  it.each([
    ['what the turn allows any tool', {}, 700],
    ['what the tool itself says, where it says so', { longestMs: 9_000 }, 9_000],
  ])('is %s', async (_, given, longestMs) => {
    const timers = handTimers();
    const allowed: (readonly number[])[] = [];
    const tool = aTool('t', {
      ...given,
      run() {
        allowed.push(timers.waiting());
        return output('ok');
      },
    });
    await run(model(), [tool], { startTimer: timers.startTimer, toolTimeoutMs: 700 });
    expect(allowed).toEqual([[longestMs]]);
  });
});

describe('a tool whose turn is stopped', () => {
  it('while its intent was written is told before it starts', async () => {
    const stop = new AbortController();
    const journal = memoryJournal();
    const stoppedMeanwhile = {
      commit: journal.commit,
      dispatch(...intent: Parameters<typeof journal.dispatch>) {
        stop.abort();
        return journal.dispatch(...intent);
      },
    };
    const tool = aTool('t', { run: (_, { signal }) => output(signal.aborted ? 'told' : 'not told') });
    const { result } = await run(model(), [tool], { signal: stop.signal, journal: stoppedMeanwhile });
    expect(textsIn(result.messages)).toEqual(['told']);
  });
});

describe('an execution that has ended', () => {
  it.each<[string, (stop: AbortController, context: ToolContext) => ToolOutput | Promise<ToolOutput>]>([
    ['with an answer', () => output('ok')],
    ['with an error', () => Promise.reject(new Error('x'))],
    [
      'because the turn was stopped',
      (stop, context) => {
        const answer = politely(context);
        stop.abort();
        return answer;
      },
    ],
  ])('%s leaves no timer running and nobody listening for the stop', async (_, behaviour) => {
    const stop = new AbortController();
    const timers = handTimers();
    const tool = aTool('t', { run: (_args, context) => behaviour(stop, context) });
    await run(model(), [tool], { signal: stop.signal, startTimer: timers.startTimer });
    expect(timers.waiting()).toEqual([]);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});
