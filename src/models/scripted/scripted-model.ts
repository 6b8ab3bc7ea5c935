import type { CallResult } from '../../domain/event.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';
import { type Model, ModelFailure, type ModelPart, type ModelRequest } from '../../ports/model.ts';
import { type Act, readScript, type Step } from './script.ts';
import { type Heard, type StoryWorld, tellStory } from './story.ts';

const DELTA_CHARS = 24;

/**
 * A model without a provider: it follows the script in the principal's last message, or tells the demo's small
 * story. It keeps nothing: where it is in the script follows from the transcript, so it goes on in any process.
 */
export function scriptedModel(world: StoryWorld): Model {
  return {
    name: 'scripted/demo',
    async *stream(request, signal) {
      const { text, heard } = whereWeAre(request.messages);
      const step = stepAt(text, heard, world, request);
      let callCount = 0;
      let saidChars = 0;
      for (const act of step) {
        if (act.kind === 'wait') await pause(act.ms, signal);
        if (act.kind === 'fail') throw new ModelFailure('interrupted', act.message, { retryable: true });
        for (const part of partsOf(act, heard, callCount)) {
          if (signal.aborted) throw new ModelFailure('aborted', 'the request was aborted', { retryable: false });
          if (part.type === 'text') saidChars += part.delta.length;
          yield part;
        }
        if (act.kind === 'call') callCount += 1;
      }
      yield finish(callCount > 0, saidChars);
    },
  };
}

/** The text being answered, and what came back for each reply given since. */
function whereWeAre(messages: readonly TranscriptMessage[]): { text: string; heard: Heard } {
  const from = messages.findLastIndex((message) => message.kind === 'user' && !message.quarantined);
  const question = messages[from];
  const heard: CallResult[][] = [];
  for (const message of messages.slice(from + 1)) {
    if (message.kind === 'assistant') heard.push([]);
    if (message.kind === 'results') heard.at(-1)?.push(...message.results);
  }
  return { text: question?.kind === 'user' ? plain(question.text) : '', heard };
}

function stepAt(text: string, heard: Heard, world: StoryWorld, request: ModelRequest): Step {
  const script = readScript(text);
  if (script === null) return tellStory(text, heard, world);
  const step = script[heard.length] ?? [];
  const speaks = step.some(({ kind }) => kind === 'say' || kind === 'results' || kind === 'call' || kind === 'fail');
  const mayCall = request.tools.length > 0 || !step.some(({ kind }) => kind === 'call');
  return speaks && mayCall ? step : [...step.filter(({ kind }) => kind !== 'call'), { kind: 'say', text: 'Done.' }];
}

/** Without mentions and Slack's entity escapes: what the person typed. */
const plain = (text: string): string =>
  text
    .replaceAll(/<@[A-Z0-9]+(?:\|[^>]*)?>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function* partsOf(act: Act, heard: Heard, callCount: number): Generator<ModelPart> {
  switch (act.kind) {
    case 'say':
      yield* deltas(act.text);
      return;
    case 'results':
      yield* deltas((heard.at(-1) ?? []).map(({ text }) => text).join('\n'));
      return;
    case 'think':
      yield { type: 'reasoning', delta: act.text };
      return;
    case 'call':
      yield {
        type: 'tool-call',
        providerCallId: act.id ?? `call_${heard.length + 1}_${callCount + 1}`,
        toolName: act.toolName,
        argumentsText: act.argumentsText,
      };
      return;
    case 'wait':
    case 'fail':
      return;
  }
}

function* deltas(text: string): Generator<ModelPart> {
  let rest = text;
  while (rest.length > 0) {
    // Never half of a surrogate pair: a delta is text of its own.
    const cut = /[\ud800-\udbff]/.test(rest.charAt(DELTA_CHARS - 1)) ? DELTA_CHARS + 1 : DELTA_CHARS;
    yield { type: 'text', delta: rest.slice(0, cut) };
    rest = rest.slice(cut);
  }
}

const finish = (called: boolean, saidChars: number): ModelPart => ({
  type: 'finish',
  stop: called ? 'tool-calls' : 'end',
  usage: { inputTokens: 0, outputTokens: Math.ceil(saidChars / 4), cachedInputTokens: 0 },
  grounded: false,
  providerState: null,
});

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
