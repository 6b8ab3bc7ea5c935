import type { ProposedCall } from '../../../src/domain/call.ts';
import { requestId } from '../../../src/domain/ids.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import type { UnfinishedDispatch } from '../../../src/turn/options.ts';
import { says } from './a-turn.ts';

export const aCall = (id: string, toolName: string, argsJson = '{}'): ProposedCall => ({
  kind: 'call',
  providerCallId: id,
  requestId: requestId(id),
  toolName,
  argsJson,
});

/** A question and a reply whose calls nobody has dealt with. */
export const openBatchOf = (...calls: readonly ProposedCall[]): readonly TranscriptMessage[] => [
  says('please'),
  { kind: 'assistant', text: '', providerState: null, calls },
];

/** The same, of which the first call got its result in an earlier run. */
export const halfAnswered = (first: ProposedCall, ...rest: readonly ProposedCall[]): readonly TranscriptMessage[] => {
  const { requestId: id, toolName } = first;
  const result = { requestId: id, toolName, outcome: 'succeeded', text: 'done before', quarantined: false } as const;
  return [...openBatchOf(first, ...rest), { kind: 'results', results: [result] }];
};

/** What the log knows of a call that was started and has no result. */
export const started = (id: string, given: Partial<UnfinishedDispatch> = {}) => ({
  unfinished: new Map([
    [
      requestId(id),
      {
        effectiveArgsJson: '{}',
        idempotencyKey: 'the-key',
        approved: null,
        effect: 'once',
        question: null,
        answer: null,
        ...given,
      } satisfies UnfinishedDispatch,
    ],
  ]),
});
