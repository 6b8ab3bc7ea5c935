import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ProposedCall } from '../../domain/call.ts';
import type { CallResult, ResultOutcome } from '../../domain/event.ts';
import type { LoadedFiles } from '../files/loaded-file.ts';
import { wireCallId, wireName } from '../tools/wire-name.ts';
import { untrusted } from './untrusted.ts';

export type ToolPart = Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number];
type Output = Extract<ToolPart, { type: 'tool-result' }>['output'];
type OutputFile = Extract<Extract<Output, { type: 'content' }>['value'][number], { type: 'file' }>;

const NO_RESULT = '(No result: this call was not run.)';
const BLANK_RESULT = '(no output)';

/** What a model reads for a call: its one result, or that there is none. */
export function resultPart(call: ProposedCall, results: readonly CallResult[], loaded: LoadedFiles): ToolPart {
  const result = results.find(({ requestId }) => requestId === call.requestId);
  return {
    type: 'tool-result',
    toolCallId: wireCallId(call.requestId),
    toolName: wireName(call.toolName),
    output: result === undefined ? { type: 'error-text', value: NO_RESULT } : outputOf(result, loaded),
  };
}

/** Results that tell the model it did something wrong, as providers mark them; a person's no is not one. */
const MISTAKES: ReadonlySet<ResultOutcome> = new Set(['failed', 'invalid', 'not-found']);

/** The text, and after it the pictures it names; what cannot be shown is said, outside of the tool's own words. */
function outputOf({ toolName, outcome, text, quarantined, media = [] }: CallResult, loaded: LoadedFiles): Output {
  const shown = text.trim() === '' ? BLANK_RESULT : text;
  const said = quarantined ? untrusted({ kind: 'tool', name: toolName }, shown) : shown;
  const files: OutputFile[] = [];
  const leftOut: string[] = [];
  for (const one of media) {
    const file = loaded.get(one) ?? unread;
    if (file.kind === 'media') files.push(filePart(file.mediaType, file.bytes));
    else
      leftOut.push(`(${one.mediaType} of ${one.size} bytes, not shown: ${file.kind === 'left-out' ? file.why : ''})`);
  }
  const value = [said, ...leftOut].join('\n');
  if (MISTAKES.has(outcome)) return { type: 'error-text', value };
  return files.length === 0
    ? { type: 'text', value }
    : { type: 'content', value: [{ type: 'text', text: value }, ...files] };
}

const unread = { kind: 'left-out', why: 'it cannot be read here' } as const;

/** OpenAI takes a document by the ending of its name. */
const filePart = (mediaType: string, bytes: Uint8Array): OutputFile => ({
  type: 'file',
  mediaType,
  data: { type: 'data', data: bytes },
  ...(mediaType === 'application/pdf' ? { filename: 'document.pdf' } : {}),
});
