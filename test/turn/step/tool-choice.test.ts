import { describe, expect, it } from 'vitest';
import type { ToolChoice } from '../../../src/ports/model.ts';
import type { Hook, InvalidToolCallEvent } from '../../../src/turn/hook.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import type { RequestPatch } from '../../../src/turn/request-patch.ts';
import { run, says } from '../../support/turn/a-turn.ts';
import { aCall, openBatchOf } from '../../support/turn/open-call.ts';
import { calls, scriptedModel } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

const tools = [aTool('a'), aTool('b')];
const loop = loopConfig({ additionalTools: [aTool('extra')] });
const patches = (patch: RequestPatch): Hook => ({ name: 'patches', completionCall: () => ({ kind: 'patch', patch }) });
const onlyNamed = (...names: readonly string[]): ToolChoice => ({ kind: 'specific', names });

describe('a request that cannot be right', () => {
  it.each<[string, RequestPatch]>([
    [
      'RequestPatch.activeTools names tools that are not available: y, z.',
      { activeTools: ['a', 'y', 'z'], toolChoice: onlyNamed('y') },
    ],
    [
      'The tool choice is required, and RequestPatch.activeTools leaves no tool advertised.',
      { activeTools: [], toolChoice: { kind: 'required' } },
    ],
    ['The tool choice is specific and names no tool.', { toolChoice: onlyNamed() }],
    ['The tool choice names y, z; advertised: a, b.', { toolChoice: onlyNamed('a', 'y', 'z') }],
    ['The tool choice names extra; advertised: a, b.', { toolChoice: onlyNamed('extra') }],
    ['The tool choice names extra; advertised: a.', { activeTools: ['a', 'extra'], toolChoice: onlyNamed('extra') }],
    [
      'The tool choice names b, z; advertised: a. RequestPatch.activeTools filtered out b.',
      { activeTools: ['a'], toolChoice: onlyNamed('b', 'z') },
    ],
    [
      'The tool choice names a; advertised: none. RequestPatch.activeTools filtered out a.',
      { activeTools: [], toolChoice: onlyNamed('a') },
    ],
    [
      'RequestPatch.history has tool results without the calls they answer.',
      { history: [says('x'), { kind: 'results', results: [] }] },
    ],
  ])('is not sent: %s', async (message, patch) => {
    const model = scriptedModel();
    const { result } = await run(model, tools, { loop, hooks: [patches(patch)] });
    expect(result.failure).toEqual({ kind: 'configuration', message, retryable: false, errors: [] });
    expect(model.requests).toEqual([]);
  });
});

describe('a choice of tools', () => {
  it('of one tool is dropped after the first round', async () => {
    const model = scriptedModel(calls([['c1', 'a', {}]]));
    await run(model, tools, { toolChoice: onlyNamed('a') });
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([onlyNamed('a'), { kind: 'auto' }]);
  });

  it('of none stays when calls of an earlier run were answered', async () => {
    const model = scriptedModel();
    await run(model, tools, { toolChoice: { kind: 'none' } }, openBatchOf(aCall('c1', 'a')));
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([{ kind: 'none' }]);
  });
});

describe('what a hook is told of a call that may not be made', () => {
  it.each<[string, InvalidToolCallEvent['because'], RequestPatch, string, readonly string[]]>([
    ['unknown', 'unknown', { toolChoice: { kind: 'auto' } }, 'ghost', ['a', 'b', 'extra']],
    ['filtered out', 'filtered-out', { toolChoice: { kind: 'auto' }, activeTools: ['a'] }, 'b', ['a']],
    ['forbidden by a choice of none', 'forbidden', { toolChoice: { kind: 'none' } }, 'b', []],
    ['forbidden by a choice of another', 'forbidden', { toolChoice: onlyNamed('a') }, 'b', ['a']],
  ])('is that its tool is %s, and what could be called', async (_, because, patch, toolName, allowedTools) => {
    const seen: InvalidToolCallEvent[] = [];
    const watch: Hook = {
      name: 'watch',
      invalidToolCall(event) {
        seen.push(event);
        return { kind: 'fail' };
      },
    };
    await run(scriptedModel(calls([['c1', toolName, {}]])), tools, { loop, hooks: [patches(patch), watch] });
    expect(seen).toEqual([
      {
        conversation: 'C1',
        turnId: 'turn-1',
        step: 1,
        requestId: 'c1',
        toolName,
        because,
        availableTools: ['a', 'b', 'extra'],
        allowedTools,
        toolChoice: patch.toolChoice,
      },
    ]);
  });

  it.each([
    ['b', 'The model called tool b, which is not allowed in this step.', 'The tool "b" may not be called here.'],
    ['ghost', 'The model called a tool that does not exist.', 'The tool "ghost" may not be called here.'],
  ])('is what the host and the model read of %s when it fails', async (toolName, message, text) => {
    const hooks: Hook[] = [patches({ activeTools: ['a'] }), { name: 'h', invalidToolCall: () => ({ kind: 'fail' }) }];
    const { result } = await run(scriptedModel(calls([['c1', toolName, {}]])), tools, { hooks });
    expect(result.failure).toEqual({ kind: 'invalid-call', message, retryable: false, errors: [] });
    expect(result.messages.at(-1)).toEqual({
      kind: 'results',
      results: [{ requestId: 'c1', toolName, outcome: 'invalid', text, quarantined: false }],
    });
  });
});
