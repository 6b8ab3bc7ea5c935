import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../src/ports/tools.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import type { RunTurnOptions } from '../../../src/turn/options.ts';
import { run } from '../../support/turn/a-turn.ts';
import { answering, no } from '../../support/turn/decisions.ts';
import { aCall, openBatchOf, started } from '../../support/turn/open-call.ts';
import { aRecorder } from '../../support/turn/recorder.ts';
import { eventsOf, resultsIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

/** A tool that would bring in untrusted content, so that only words of ours are not quarantined. */
const pay = (given: Parameters<typeof aTool>[1] = {}) => aTool('pay', { ingests: true, ...given });
const hook = (asked: Partial<Hook>): Pick<RunTurnOptions, 'hooks'> => ({ hooks: [{ name: 'h', ...asked }] });
const narrowed: Partial<Hook> = { completionCall: () => ({ kind: 'patch', patch: { activeTools: [] } }) };
const fails = () => {
  throw new Error('down');
};

interface Situation {
  readonly tools: readonly Tool[];
  readonly args?: unknown;
  readonly given?: Partial<RunTurnOptions>;
}

describe('a call that does not run is answered', () => {
  it.each<[string, Situation, string, string]>([
    [
      'when its arguments are not one JSON object',
      { tools: [pay()], args: '[1]' },
      'invalid',
      'The arguments were not accepted: Arguments must be one JSON object, in braces.',
    ],
    [
      'when its arguments do not fit the tool',
      { tools: [pay({ invalid: () => '"to" is missing.' })] },
      'invalid',
      'The arguments were not accepted: "to" is missing.',
    ],
    [
      'when policy forbids it',
      { tools: [pay({ veto: () => ({ reason: 'no payments on Sundays' }) })] },
      'refused',
      'Not allowed: no payments on Sundays',
    ],
    [
      'when its tool cannot answer what the gate asks',
      { tools: [pay({ needsApproval: fails })] },
      'refused',
      'Not run: this call could not be checked.',
    ],
    [
      'when it needs approval and nobody can be asked',
      { tools: [pay({ gated: true })], given: { unattended: true } },
      'denied',
      '{"approved":false,"error":"this call needs approval, and nobody can be asked here"}',
    ],
    [
      'when a rewrite of it could not be recorded',
      {
        tools: [pay()],
        given: {
          ...hook({ toolCall: () => ({ kind: 'rewrite', argsJson: '{"x":2}' }) }),
          dispatchRecorder: aRecorder(false),
        },
      },
      'refused',
      'Not run: a required change to this call could not be recorded.',
    ],
    [
      'when a hook skips it',
      { tools: [pay()], given: hook({ toolCall: () => ({ kind: 'skip', reason: 'not today' }) }) },
      'refused',
      'not today',
    ],
    [
      'when there is no such tool',
      { tools: [] },
      'not-found',
      'There is no tool named "pay" to run. Use one of the tools you were given.',
    ],
    [
      'when its tool may not be called in this step',
      { tools: [pay()], given: hook(narrowed) },
      'invalid',
      'The tool "pay" may not be called here.',
    ],
    [
      'when a hook sends it back with feedback',
      {
        tools: [pay()],
        given: {
          ...hook({ ...narrowed, invalidToolCall: () => ({ kind: 'retry', feedback: 'ask first' }) }),
          invalidCallRetries: 1,
        },
      },
      'invalid',
      'ask first',
    ],
  ])('%s', async (_, { tools, args = { x: 1 }, given }, outcome, text) => {
    const { result, journal } = await run(scriptedModel(calls([['c1', 'pay', args]]), words('ok')), tools, given);
    const answer = { requestId: 'c1', toolName: 'pay', outcome, text, quarantined: false };
    expect(resultsIn(result.messages)).toEqual([answer]);
    expect(eventsOf(journal.events, 'tool.completed').map((event) => event.result)).toEqual([answer]);
  });

  it('when a person denied it', async () => {
    const first = await run(scriptedModel(calls([['c1', 'pay', {}]])), [pay({ gated: true })]);
    const tools = [pay({ gated: true })];
    const { result } = await run(scriptedModel(), tools, answering(first.result, no('too much')), first.transcript);
    expect(resultsIn(result.messages)).toEqual([
      {
        requestId: 'c1',
        toolName: 'pay',
        outcome: 'denied',
        text: '{"approved":false,"error":"denied by human approver","reason":"too much"}',
        quarantined: false,
      },
    ]);
  });

  it('when a dead process started it and its tool is gone', async () => {
    const { result } = await run(scriptedModel(), [], started('c1'), openBatchOf(aCall('c1', 'pay')));
    expect(resultsIn(result.messages)).toEqual([
      {
        requestId: 'c1',
        toolName: 'pay',
        outcome: 'unknown',
        text: 'It is not known whether this call took effect. Do not repeat it without checking.',
        quarantined: false,
      },
    ]);
  });
});

describe('a call that policy forbids', () => {
  const forbidden = pay({ veto: () => ({ reason: 'never' }) });
  const again = (id: string) => calls([[id, 'pay', {}]]);

  it('is no denial of a person: it may come back without ending the turn', async () => {
    const model = scriptedModel(again('a'), again('b'), again('c'), again('d'), again('e'), words('I give up'));
    const { result } = await run(model, [forbidden], { denialLimit: 1 });
    expect(result).toMatchObject({ kind: 'finished', end: 'end' });
  });

  it('is not listed among the calls nobody could be asked about', async () => {
    const { result } = await run(scriptedModel(again('a')), [forbidden], { unattended: true });
    expect(result.deniedUnattended).toEqual([]);
  });
});

describe('a card that is still open', () => {
  it('is taken down in the same write that answers its call without running it', async () => {
    const first = await run(scriptedModel(calls([['c1', 'pay', {}]])), [pay({ gated: true })]);
    const forbidden = pay({ gated: true, veto: () => ({ reason: 'never' }) });
    const writes: unknown[] = [];
    const journal = {
      async commit(facts: unknown) {
        writes.push(facts);
      },
      dispatch: () => Promise.reject(new Error('nothing is to run')),
    };
    await run(scriptedModel(words('')), [forbidden], { ...answering(first.result), journal }, first.transcript);
    expect(writes[0]).toMatchObject([
      {
        type: 'approval.cancelled',
        approvalId: first.result.pendingApprovals[0]?.approvalId,
        by: null,
        because: 'it was answered without running',
      },
      { type: 'tool.completed', result: { requestId: 'c1', outcome: 'refused' } },
    ]);
  });
});
