import { describe, expect, it } from 'vitest';
import { turnId } from '../../../src/domain/ids.ts';
import type { Tool } from '../../../src/ports/tools.ts';
import type { Hook } from '../../../src/turn/hook.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import type { RunTurnOptions } from '../../../src/turn/options.ts';
import { run } from '../../support/turn/a-turn.ts';
import { aCall } from '../../support/turn/open-call.ts';
import { aUsage, calls, scriptedModel } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const stops: Hook = { name: 'stops', invalidToolCall: () => ({ kind: 'stop', reason: 'r' }) };

describe('calls of a reply that nobody runs', () => {
  it.each<[string, Partial<RunTurnOptions>, Tool, string, string]>([
    ['the last step', { maxSteps: 1 }, aTool('t'), 'max-steps', 'Not run: this turn may make no more tool calls.'],
    [
      'a request that is only passed through',
      { loop: loopConfig({ maximumIterationsPerRequest: 0 }) },
      aTool('t'),
      'unrun-calls',
      'Not run: tool calls are not run here.',
    ],
    [
      'a tool that is only declared',
      {},
      aTool('t', { kind: 'declared' }),
      'unrun-calls',
      'Not run: this reply was left to someone else.',
    ],
    [
      'a hook that stops over one of them',
      { hooks: [stops], toolChoice: { kind: 'none' } },
      aTool('t'),
      'hook-stop',
      'Not run: the turn was stopped.',
    ],
  ])('are closed in one write with their reply at %s', async (_, given, tool, end, text) => {
    const model = scriptedModel(
      calls(
        [
          ['c1', 't', {}],
          ['c2', 't', {}],
        ],
        'Let me see.',
      ),
    );
    const { result, journal } = await run(model, [tool], given);
    const reply = { text: 'Let me see.', calls: [aCall('c1', 't'), aCall('c2', 't')], providerState: null };
    const results = ['c1', 'c2'].map((requestId) => ({
      requestId,
      toolName: 't',
      outcome: 'cancelled',
      text,
      quarantined: false,
    }));
    expect(result).toMatchObject({ kind: 'finished', end });
    expect(result.messages).toEqual([
      { kind: 'assistant', ...reply },
      { kind: 'results', results },
    ]);
    expect(journal.events).toEqual([
      { type: 'step.accepted', turnId: turnId('turn-1'), ...reply, usage: aUsage, stop: 'tool-calls', grounded: false },
      ...results.map((closed) => ({ type: 'tool.completed', turnId: turnId('turn-1'), result: closed })),
    ]);
  });
});
