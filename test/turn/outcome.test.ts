import { describe, expect, it } from 'vitest';
import type { TurnResult } from '../../src/turn/result.ts';
import { run } from '../support/turn/a-turn.ts';
import { aCall, openBatchOf, started } from '../support/turn/open-call.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool } from '../support/turn/tools.ts';

const noUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
const oneRequest = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 };
const bye = { kind: 'assistant', text: 'bye', calls: [], providerState: null } as const;

/** What every run has on its result when nothing happened in it. */
const nothing = {
  messages: [],
  usage: noUsage,
  stop: null,
  pendingApprovals: [],
  outcomeQuestions: [],
  failure: null,
  deniedUnattended: [],
  grounded: false,
  unmatchedDecisions: [],
  toolErrors: new Map(),
} satisfies Partial<TurnResult>;

describe('what a run leaves behind', () => {
  it('is the words, their cost and how they ended when it finished', async () => {
    const { result } = await run(scriptedModel(words('bye')), []);
    const said = { messages: [bye], usage: oneRequest, stop: 'end' };
    expect(result).toStrictEqual({ ...nothing, ...said, kind: 'finished', end: 'end' });
  });

  it('is nothing but that when it was stopped before it began', async () => {
    const { result } = await run(scriptedModel(), [], { signal: AbortSignal.abort() });
    expect(result).toStrictEqual({ ...nothing, kind: 'stopped' });
  });

  it('is one failure without errors, not to be tried again, when it could make no request', async () => {
    const { result } = await run(scriptedModel(), [], { toolChoice: { kind: 'required' } });
    const message = 'The tool choice is required, and no tool is advertised.';
    const failure = { kind: 'configuration', message, retryable: false, errors: [] };
    expect(result).toStrictEqual({ ...nothing, kind: 'failed', failure });
  });

  it('is the questions and no request when it paused over a call in doubt', async () => {
    const open = openBatchOf(aCall('c1', 'pay'));
    const { result } = await run(scriptedModel(), [aTool('pay')], started('c1'), open);
    const question = {
      requestId: 'c1',
      toolName: 'pay',
      title: 'Title of pay',
      effectiveArgsJson: '{}',
      question: null,
    };
    expect(result).toStrictEqual({ ...nothing, kind: 'paused', outcomeQuestions: [question] });
  });

  it('says so when a step was grounded', async () => {
    const finish = { type: 'finish', stop: 'end', usage: oneRequest, grounded: true, providerState: 's' } as const;
    const { result } = await run(scriptedModel([{ type: 'text', delta: 'bye' }, finish]), []);
    const said = { messages: [{ ...bye, providerState: 's' }], usage: oneRequest, stop: 'end', grounded: true };
    expect(result).toStrictEqual({ ...nothing, ...said, kind: 'finished', end: 'end' });
  });

  it('is what tools threw, by request, beside what the model read', async () => {
    const thrown = new Error('x');
    const bad = aTool('bad', { run: () => Promise.reject(thrown) });
    const { result } = await run(scriptedModel(calls([['c1', 'bad', {}]]), words('bye')), [bad]);
    expect(result.toolErrors).toStrictEqual(new Map([['c1', thrown]]));
  });
});
