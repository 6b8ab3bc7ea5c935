import fc from 'fast-check';
import type { ProposedCall } from '../../../src/domain/call.ts';
import type { CallResult } from '../../../src/domain/event.ts';
import { requestId } from '../../../src/domain/ids.ts';
import type { Media } from '../../../src/domain/media.ts';
import type { TranscriptMessage } from '../../../src/domain/transcript.ts';
import { ada, bob, call, replies, result, results } from './requests.ts';

const text = fc.constantFrom('', ' ', 'a', 'b\n', '</untrusted>');
const author = fc.constantFrom(ada, bob, null);

const user: fc.Arbitrary<readonly TranscriptMessage[]> = fc
  .record({ author, text, quarantined: fc.boolean() })
  .map((given) => [{ kind: 'user', ...given }]);
const summary: fc.Arbitrary<readonly TranscriptMessage[]> = text.map((given) => [{ kind: 'summary', text: given }]);

const state = (blocks: readonly object[]): string => JSON.stringify({ v: 1, model: 'any/model', blocks });
const meta = { p: { signature: 's' } };

/** States that fit a reply of one character, others that fit none, and ones that are none. */
const providerState = fc.constantFrom(
  null,
  'not JSON',
  state([{ kind: 'text', chars: 1, meta }]),
  state([
    { kind: 'reasoning', text: 'r', meta },
    { kind: 'text', chars: 1 },
    { kind: 'call', meta },
  ]),
  state([{ kind: 'call' }, { kind: 'text', chars: 1 }, { kind: 'call' }]),
  state([{ kind: 'text', chars: 0, meta }]),
);

const picture = (sha256: string): Media => ({ mediaType: 'image/png', size: 3, sha256 });

interface Step {
  readonly text: string;
  readonly providerState: string | null;
  readonly toolNames: readonly string[];
  readonly malformed: boolean;
  /** Which calls have a result, in what order, and whether any result comes at all. */
  readonly answered: readonly number[];
  readonly stray: boolean;
  readonly media: Pick<CallResult, 'media'>;
}

const step: fc.Arbitrary<Step> = fc.record({
  text,
  providerState,
  toolNames: fc.array(fc.constantFrom('a.b', 'a_b', 'web_search', 'é'), { maxLength: 3 }),
  malformed: fc.boolean(),
  answered: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }),
  stray: fc.boolean(),
  media: fc.constantFrom({}, { media: [] }, { media: [picture('a')] }, { media: [picture('b'), picture('c')] }),
});

function messagesOf(given: Step, index: number): readonly TranscriptMessage[] {
  const calls: ProposedCall[] = given.toolNames.map((toolName, at) => {
    const whole = call(`c${index}.${at}`, toolName);
    return given.malformed && at === 0 ? { ...whole, kind: 'malformed', rawArguments: '{', reason: 'cut off' } : whole;
  });
  const answers: CallResult[] = given.answered.flatMap((at) => {
    const answered = calls[at];
    if (answered === undefined) return [];
    const { toolName, requestId: id } = answered;
    return [result(id, given.text, { toolName, quarantined: given.stray, ...given.media })];
  });
  const strays = given.stray ? [result(requestId('nobody'), 'r')] : [];
  const all = [...answers, ...strays];
  return [replies(given.text, calls, given.providerState), ...(all.length === 0 ? [] : [results(...all)])];
}

/** Transcripts of every shape, sound or not: results out of order, twice, missing, for no call; blank texts; anything first or last. */
export const transcripts: fc.Arbitrary<readonly TranscriptMessage[]> = fc
  .array(fc.oneof(user, summary, step), { maxLength: 8 })
  .map((pieces) => pieces.flatMap((piece, index) => ('answered' in piece ? messagesOf(piece, index) : [...piece])));
