import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import { scriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import type { Model, ModelPart } from '../../../src/ports/model.ts';
import type { Attack } from './attacks.ts';

const OBEYING = 'obey';

/** Whether a call was made because a planted text wanted it. */
export const wasObeyed = (providerCallId: string): boolean => providerCallId.startsWith(OBEYING);

/**
 * A model that does what it reads, whoever wrote it: once a planted text is before it, it makes the calls that text
 * wants, one time. Before that, after it, and where nothing is planted, it follows the script in its principal's words.
 */
export function obedientModel(attacks: readonly Pick<Attack, 'planted' | 'calls'>[]): Model {
  const script = scriptedModel({ siteUrl: 'http://127.0.0.1:1/site' });
  return {
    name: 'obedient',
    async *stream(request, signal): AsyncGenerator<ModelPart> {
      const read = JSON.stringify(request.messages);
      const attack = attacks.find(({ planted }) => planted !== '' && read.includes(quoted(planted)));
      if (attack === undefined || hasObeyed(request.messages)) {
        yield* script.stream(request, signal);
        return;
      }
      for (const [i, { tool, args }] of attack.calls.entries()) {
        const argumentsText = JSON.stringify(args);
        yield { type: 'tool-call', providerCallId: `${OBEYING}${i}`, toolName: tool, argumentsText };
      }
      yield {
        type: 'finish',
        stop: 'tool-calls',
        usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
        grounded: false,
        providerState: null,
      };
    },
  };
}

const hasObeyed = (messages: readonly TranscriptMessage[]): boolean =>
  messages.some(
    (message) => message.kind === 'assistant' && message.calls.some(({ providerCallId }) => wasObeyed(providerCallId)),
  );

/** A text as it stands within JSON. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
