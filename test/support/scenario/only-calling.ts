import type { Model } from '../../../src/ports/model.ts';

/** A model that makes one call, however large, and says that it is done once the result is there. */
export function onlyCalling(toolName: string, argumentsText: string): Model {
  return {
    name: 'scripted/one-call',
    async *stream({ messages }) {
      const called = messages.some(({ kind }) => kind === 'results');
      yield called
        ? { type: 'text', delta: 'Done.' }
        : { type: 'tool-call', providerCallId: 'call_1', toolName, argumentsText };
      yield {
        type: 'finish',
        stop: called ? 'end' : 'tool-calls',
        usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
        grounded: false,
        providerState: null,
      };
    },
  };
}
