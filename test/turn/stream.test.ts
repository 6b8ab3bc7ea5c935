import { describe, expect, it } from 'vitest';
import type { StreamSink, TurnStreamEvent } from '../../src/ports/stream.ts';
import { run } from '../support/turn/a-turn.ts';
import { calls, scriptedModel, words } from '../support/turn/scripted-model.ts';
import { aTool } from '../support/turn/tools.ts';

/** A sink written as if its answer mattered. */
const answering = (push: () => unknown): StreamSink => ({ push });

describe('the stream of a turn', () => {
  it('gets text, tool starts and tool ends in the order they happen', async () => {
    const seen: TurnStreamEvent[] = [];
    const model = scriptedModel(calls([['c1', 'add', {}]], 'Let me see.'), words('3'));
    await run(model, [aTool('add')], { stream: { push: (event) => void seen.push(event) } });
    expect(seen).toEqual([
      { kind: 'text', delta: 'Let me see.' },
      { kind: 'tool-started', requestId: 'c1', title: 'Title of add' },
      { kind: 'tool-ended', requestId: 'c1', title: 'Title of add', outcome: 'succeeded' },
      { kind: 'text', delta: '3' },
    ]);
  });

  it('gets the sources of an answer once it is complete', async () => {
    const seen: TurnStreamEvent[] = [];
    const source = { type: 'source', url: 'https://example.org/', title: null } as const;
    await run(scriptedModel([source, ...words('as they say')]), [], {
      stream: { push: (event) => void seen.push(event) },
    });
    expect(seen.at(-1)).toEqual({ kind: 'sources', sources: [{ url: 'https://example.org/', title: null }] });
  });

  it.each<[string, StreamSink]>([
    [
      'throws',
      {
        push() {
          throw new Error('closed');
        },
      },
    ],
    ['rejects', answering(() => Promise.reject(new Error('closed')))],
    ['never answers', answering(() => new Promise(() => {}))],
  ])('does not notice a sink that %s', async (_, stream) => {
    const { result } = await run(scriptedModel(words('a', 'b')), [], { stream });
    expect(result).toMatchObject({ kind: 'finished', messages: [{ text: 'ab' }] });
  });

  it('does not try a sink again that failed', async () => {
    let tries = 0;
    const stream: StreamSink = {
      push() {
        tries += 1;
        throw new Error('closed');
      },
    };
    await run(scriptedModel(words('a', 'b', 'c')), [], { stream });
    expect(tries).toBe(1);
  });

  it('is not needed for the complete result', async () => {
    const script = () => scriptedModel(calls([['c1', 'add', {}]], 'x'), words('3'));
    const [withStream, without] = [
      await run(script(), [aTool('add')], { stream: { push() {} } }),
      await run(script(), [aTool('add')]),
    ];
    expect(withStream.result).toEqual(without.result);
  });
});
