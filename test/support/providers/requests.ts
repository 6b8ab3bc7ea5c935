import type { ProposedCall } from '../../../src/domain/call.ts';
import type { CallResult } from '../../../src/domain/event.ts';
import { requestId } from '../../../src/domain/ids.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import type { ToolSpec } from '../../../src/ports/tools.ts';

export const ada = { team: 'T1', user: 'U0ADA' };
export const bob = { team: 'T1', user: 'U0BOB' };

export const says = (text: string): TranscriptMessage => ({ kind: 'user', author: ada, text, quarantined: false });
export const bobSays = (text: string): TranscriptMessage => ({ kind: 'user', author: bob, text, quarantined: true });
export const replies = (
  text: string,
  calls: readonly ProposedCall[] = [],
  providerState: string | null = null,
): TranscriptMessage => ({ kind: 'assistant', text, calls, providerState });

export const call = (id: string, toolName = 'shop.refund', argsJson = '{"order":"A1"}'): ProposedCall => ({
  kind: 'call',
  providerCallId: id,
  requestId: requestId(id),
  toolName,
  argsJson,
});

export const result = (id: string, text = 'done', given: Partial<CallResult> = {}): CallResult => ({
  requestId: requestId(id),
  toolName: 'shop.refund',
  outcome: 'succeeded',
  text,
  quarantined: false,
  ...given,
});

export const results = (...given: readonly CallResult[]): TranscriptMessage => ({ kind: 'results', results: given });

export const refundTool: ToolSpec = {
  name: 'shop.refund',
  description: 'Refunds an order',
  inputSchema: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
};
export const lookTool: ToolSpec = {
  name: 'shop.look',
  description: 'Looks an order up',
  inputSchema: { type: 'object', properties: { order: { type: 'string' } } },
};

export const aRequest = (given: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'You help.',
  tools: [],
  toolChoice: { kind: 'auto' },
  messages: [says('hello')],
  context: [],
  webSearch: false,
  cacheHint: 'none',
  temperature: null,
  maxTokens: null,
  additionalParams: null,
  ...given,
});
