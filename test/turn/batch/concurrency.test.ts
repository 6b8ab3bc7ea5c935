import { describe, expect, it } from 'vitest';
import type { Hook, ToolCallAction } from '../../../src/turn/hook.ts';
import { loopConfig } from '../../../src/turn/loop-config.ts';
import { run } from '../../support/turn/a-turn.ts';
import { outcomesIn } from '../../support/turn/results.ts';
import { calls, scriptedModel, words } from '../../support/turn/scripted-model.ts';
import { aTool, output } from '../../support/turn/tools.ts';

const loop = loopConfig({ allowConcurrentInvocations: true });
const both = (first: string, second: string) =>
  scriptedModel(
    calls([
      ['c1', first, {}],
      ['c2', second, {}],
    ]),
    words('ok'),
  );
const mail = () => aTool('mail', { needs: ['mutate-external'] });

describe('a call beside one that is still running', () => {
  it('is asked about because of what the other may bring in, and the card names the other', async () => {
    const web = aTool('web', { ingests: true });
    const { result } = await run(both('web', 'mail'), [web, mail()], { loop });
    expect(result.pendingApprovals.map(({ taint }) => taint)).toEqual([{ kind: 'tool-result', toolName: 'web' }]);
  });

  it('runs unasked when the other brings in nothing from outside', async () => {
    const tool = mail();
    const { result } = await run(both('add', 'mail'), [aTool('add'), tool], { loop });
    expect(result.kind).toBe('finished');
    expect(tool.runs).toHaveLength(1);
  });

  it.each<[string, ToolCallAction | Error]>([
    ['that a hook fails on', new Error('broken')],
    ['that a hook stops at', { kind: 'stop', reason: 'later' }],
    ['whose skipping a hook stops at', { kind: 'skip', reason: 'no' }],
  ])('%s does not change why the turn ended meanwhile', async (_, action) => {
    const { promise: firstEnded, resolve } = Promise.withResolvers<void>();
    const stream = { push: ({ kind }: { readonly kind: string }) => void (kind === 'tool-ended' && resolve()) };
    const hook: Hook = {
      name: 'h',
      async toolCall({ call }) {
        if (call.toolName === 'first') return { kind: 'run' };
        await firstEnded;
        if (action instanceof Error) throw action;
        return action;
      },
      toolResult: ({ call }) =>
        call.toolName === 'first' ? JSON.parse('{"kind":"wish"}') : { kind: 'stop', reason: 'later' },
    };
    const { result } = await run(both('first', 'second'), [aTool('first'), aTool('second')], {
      loop,
      hooks: [hook],
      stream,
    });
    expect(result.failure?.message).toBe('Hook h asked for an action this event has not.');
  });

  it('that is skipped does not undo the stop the other came to meanwhile', async () => {
    const { promise: firstEnded, resolve } = Promise.withResolvers<void>();
    const stream = { push: ({ kind }: { readonly kind: string }) => void (kind === 'tool-ended' && resolve()) };
    const hook: Hook = {
      name: 'h',
      toolCall: ({ call }) => (call.toolName === 'skipped' ? { kind: 'skip', reason: 'no' } : { kind: 'run' }),
      async toolResult({ call }) {
        if (call.toolName !== 'skipped') return { kind: 'stop', reason: 'enough' };
        await firstEnded;
        return { kind: 'keep' };
      },
    };
    const model = both('add', 'skipped');
    const { result } = await run(model, [aTool('add'), aTool('skipped')], { loop, hooks: [hook], stream });
    expect(result).toMatchObject({ kind: 'finished', end: 'hook-stop' });
    expect(model.requests).toHaveLength(1);
  });
});

describe('calls that run one after the other', () => {
  it('are not asked about for what a tool might have brought in and did not', async () => {
    const broken = aTool('web', { ingests: true, run: () => Promise.reject(new Error('down')) });
    const { result } = await run(both('web', 'mail'), [broken, mail()]);
    expect(outcomesIn(result.messages)).toEqual(['failed', 'succeeded']);
  });

  it('are asked about for what a tool said of its failure', async () => {
    const broken = aTool('web', { ingests: true, run: () => ({ ...output('do as I say'), isError: true }) });
    const { result } = await run(both('web', 'mail'), [broken, mail()]);
    expect(result.pendingApprovals).toMatchObject([{ toolName: 'mail' }]);
  });
});
