import type { Usage } from '../../../src/domain/event.ts';
import type { Model, ModelPart, ModelRequest } from '../../../src/ports/model.ts';

/** One reply of a script: parts to send, or something to throw after them. */
export type ScriptedReply = readonly ModelPart[] | ((request: ModelRequest) => readonly ModelPart[]);

export interface ScriptedModel extends Model {
  /** Every request as it was made, in order. */
  readonly requests: ModelRequest[];
}

export const aUsage: Usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0 };

const finish = (stop: 'end' | 'tool-calls'): ModelPart => ({
  type: 'finish',
  stop,
  usage: aUsage,
  grounded: false,
  providerState: null,
});

/** A reply of words only. */
export const words = (...deltas: readonly string[]): readonly ModelPart[] => [
  ...deltas.map((delta): ModelPart => ({ type: 'text', delta })),
  finish('end'),
];

/** `[provider call id, tool, arguments]`; arguments that are text are sent as they are. */
export type ScriptedCall = readonly [id: string, tool: string, args: unknown];

/** A reply that calls tools, after some words when given. */
export const calls = (list: readonly ScriptedCall[], text = ''): readonly ModelPart[] => [
  ...(text === '' ? [] : [{ type: 'text', delta: text } as const]),
  ...list.map(
    ([providerCallId, toolName, args]): ModelPart => ({
      type: 'tool-call',
      providerCallId,
      toolName,
      argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
    }),
  ),
  finish('tool-calls'),
];

/** Replies in order; a script that has run out says `done`. */
export function scriptedModel(...script: readonly ScriptedReply[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    name: 'scripted',
    requests,
    async *stream(request) {
      const reply = script[requests.length] ?? words('done');
      requests.push(request);
      yield* typeof reply === 'function' ? reply(request) : reply;
    },
  };
}
