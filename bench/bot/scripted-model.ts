import type { StepStop } from '../../src/domain/event.ts';
import type { Model, ModelPart, ModelRequest } from '../../src/ports/model.ts';
import { finalText, toolArguments, toolName } from './scenario.ts';

const finish = (stop: StepStop): ModelPart => ({
  type: 'finish',
  stop,
  usage: { inputTokens: 10, outputTokens: 10, cachedInputTokens: 0 },
  grounded: false,
  providerState: null,
});

/** Calls the tool until results stand last, then answers. Ids are new on every reply, as a provider's are. */
export function scriptedModel(calls: number, answer: readonly string[] = [finalText]): Model {
  let replies = 0;
  return modelOf((request) => {
    if (request.messages.at(-1)?.kind === 'results') return words(answer);
    replies += 1;
    return toolCalls(calls, `r${replies}`);
  });
}

/** Asks for the tool whatever it hears. */
export function stubbornModel(): Model {
  let replies = 0;
  return modelOf(({ tools }) => {
    replies += 1;
    return tools.length === 0 ? words([finalText]) : toolCalls(1, `r${replies}`);
  });
}

const modelOf = (reply: (request: ModelRequest) => readonly ModelPart[]): Model => ({
  name: 'scripted',
  async *stream(request) {
    yield* reply(request);
  },
});

const words = (pieces: readonly string[]): readonly ModelPart[] => [
  ...pieces.map((delta): ModelPart => ({ type: 'text', delta })),
  finish('end'),
];

function toolCalls(count: number, prefix: string): readonly ModelPart[] {
  const argumentsText = JSON.stringify(toolArguments);
  const one = (i: number): ModelPart => ({
    type: 'tool-call',
    providerCallId: `${prefix}-c${i}`,
    toolName,
    argumentsText,
  });
  return [...Array.from({ length: count }, (_, i) => one(i)), finish('tool-calls')];
}
