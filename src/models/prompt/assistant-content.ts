import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ProposedCall } from '../../domain/call.ts';
import { readArguments } from '../../domain/canonical-json.ts';
import type { TranscriptMessage } from '../../domain/transcript.ts';
import { type ParameterNames, renameKeys } from '../tools/parameter-names.ts';
import { wireCallId, wireName } from '../tools/wire-name.ts';
import { readState } from './provider-state.ts';
import type { ReplyBlock } from './reply-blocks.ts';

export type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];
type AssistantMessage = Extract<TranscriptMessage, { kind: 'assistant' }>;

/** How this request spells things: the model that is asked, and parameters renamed for it. */
export interface Spelling {
  readonly model: string;
  readonly parametersOf: (toolName: string) => ParameterNames;
}

/** An earlier reply as this model is shown it: as it sent it where it did, else its text and then its calls. */
export function assistantContent(message: AssistantMessage, spelling: Spelling): readonly AssistantPart[] {
  const { text, calls, providerState } = message;
  const blocks = providerState === null ? null : readState(spelling.model, providerState);
  const fits = blocks !== null && charsIn(blocks) === text.length && callsIn(blocks) === calls.length;
  return contentOf(fits ? blocks : plainly(message), text, calls, spelling);
}

/** The parts of a reply in the order of its blocks. Blank text is left out: providers refuse it. */
export function contentOf(
  blocks: readonly ReplyBlock[],
  text: string,
  calls: readonly ProposedCall[],
  spelling: Spelling,
): readonly AssistantPart[] {
  const parts: AssistantPart[] = [];
  let textAt = 0;
  let callAt = 0;
  for (const block of blocks) {
    const meta = block.meta === undefined ? {} : { providerOptions: block.meta };
    switch (block.kind) {
      case 'text': {
        const own = text.slice(textAt, textAt + block.chars);
        textAt += block.chars;
        if (own.trim() !== '' || block.meta !== undefined) parts.push({ type: 'text', text: own, ...meta });
        break;
      }
      case 'reasoning':
        parts.push({ type: 'reasoning', text: block.text, ...meta });
        break;
      case 'call': {
        const call = calls[callAt];
        callAt += 1;
        if (call !== undefined) parts.push({ ...callPart(call, spelling), ...meta });
        break;
      }
      case 'provider-call': {
        const { id, name, input } = block;
        parts.push({ type: 'tool-call', toolCallId: id, toolName: name, input, providerExecuted: true, ...meta });
        break;
      }
      case 'provider-result': {
        const { id, name, output: value, isError } = block;
        const output = { type: isError ? 'error-json' : 'json', value } as const;
        parts.push({ type: 'tool-result', toolCallId: id, toolName: name, output, ...meta });
        break;
      }
    }
  }
  return parts;
}

/** Arguments as the strict reader has them. A malformed call has none that could be sent; its result says what was wrong. */
function callPart(call: ProposedCall, { parametersOf }: Spelling): Extract<AssistantPart, { type: 'tool-call' }> {
  const argsJson = call.kind === 'call' ? renameKeys(call.argsJson, parametersOf(call.toolName)) : '{}';
  const reading = readArguments(argsJson);
  return {
    type: 'tool-call',
    toolCallId: wireCallId(call.requestId),
    toolName: wireName(call.toolName),
    input: reading.kind === 'read' ? reading.value : {},
  };
}

const plainly = ({ text, calls }: AssistantMessage): readonly ReplyBlock[] => [
  { kind: 'text', chars: text.length },
  ...calls.map(() => ({ kind: 'call' }) as const),
];

const charsIn = (blocks: readonly ReplyBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.kind === 'text' ? block.chars : 0), 0);

const callsIn = (blocks: readonly ReplyBlock[]): number => blocks.filter(({ kind }) => kind === 'call').length;
