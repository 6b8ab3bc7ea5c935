import { describe, expect, it } from 'vitest';
import type { Hook, InvalidToolCallAction } from '../../../src/turn/hook.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import type { RunTurnOptions } from '../../../src/turn/options.ts';
import { run } from '../../support/turn/a-turn.ts';
import { calls, type ScriptedReply, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool } from '../../support/turn/tools.ts';

/** How a hook answers a call to a tool nobody has, by what the model called it. */
const answers = new Map<string, InvalidToolCallAction>([
  ['to-retry', { kind: 'retry', feedback: 'use safe' }],
  ['to-skip', { kind: 'skip', reason: 'not now' }],
  ['to-fail', { kind: 'fail' }],
]);
/** A reply that calls such tools. */
const bad = (...names: readonly string[]) => calls(names.map((name, index) => [`c${index}`, name, {}]));
const recovers: Hook = {
  name: 'recovers',
  invalidToolCall: ({ toolName }) => answers.get(toolName) ?? { kind: 'defer' },
};

/** A turn of these replies in which hooks may ask for one retry. */
async function withOneRetry(script: readonly ScriptedReply[], given: Partial<RunTurnOptions> = {}) {
  const model = scriptedModel(...script);
  const { result } = await run(model, [aTool('safe')], { hooks: [recovers], invalidCallRetries: 1, ...given });
  return { result, model };
}

describe('the retries of invalid calls', () => {
  it('end the turn when there are more of them than were allowed', async () => {
    const { result, model } = await withOneRetry([bad('to-retry'), bad('to-retry')]);
    expect(result).toMatchObject({ kind: 'failed', failure: { kind: 'invalid-call' } });
    expect(model.requests).toHaveLength(2);
  });

  it('are counted by reply, not by call', async () => {
    const { result } = await withOneRetry([bad('to-retry', 'to-retry'), words('sorry')]);
    expect(result.kind).toBe('finished');
  });

  it('count a reply of which another call was skipped', async () => {
    const { result } = await withOneRetry([bad('to-skip', 'to-retry'), bad('to-retry')]);
    expect(result.kind).toBe('failed');
  });

  it('do not count a reply of which calls were only skipped', async () => {
    const { result } = await withOneRetry([bad('to-skip'), bad('to-retry'), words('sorry')]);
    expect(result.kind).toBe('finished');
  });

  it('are not for a call that a hook fails', async () => {
    const { result } = await withOneRetry([bad('to-fail')]);
    expect(result.kind).toBe('failed');
  });
});

describe('a reply whose calls were recovered', () => {
  it('is a round of the turn', async () => {
    const loop = loopConfig({ maximumIterationsPerRequest: 1 });
    const { model } = await withOneRetry([bad('to-skip')], { loop });
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 0]);
  });

  it('frees the model from having to call a tool', async () => {
    const { model } = await withOneRetry([bad('to-skip')], { toolChoice: { kind: 'required' } });
    expect(model.requests.map(({ toolChoice }) => toolChoice.kind)).toEqual(['required', 'auto']);
  });

  it('is followed by words: an empty answer to it is asked for once more', async () => {
    const { result } = await withOneRetry([bad('to-skip'), words(''), words('sorry')]);
    expect(result.messages.at(-1)).toMatchObject({ text: 'sorry' });
  });
});
