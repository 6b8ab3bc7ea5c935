import type { ProposedCall } from '../../domain/call.ts';
import { readArguments } from '../../domain/canonical-json.ts';
import { type RequestId, requestId } from '../../domain/ids.ts';
import { clipText } from '../batch/clip-text.ts';
import { MAX_CALLS_PER_STEP, MAX_REQUEST_ID, RAW_ARGUMENTS_CHARS } from '../limits.ts';
import type { Turn } from '../turn-state.ts';
import type { RawCall } from './read-step.ts';

/** Reads the calls of a reply strictly and gives each an identity of its own. */
export const proposeCalls = (turn: Turn, calls: readonly RawCall[]): readonly ProposedCall[] =>
  calls.map((call, index) => proposeCall(turn, call, index));

function proposeCall(turn: Turn, raw: RawCall, index: number): ProposedCall {
  const { providerCallId, toolName } = raw;
  const id = occurrenceId(turn, providerCallId);
  const reading = index < MAX_CALLS_PER_STEP ? readArguments(argumentsText(raw)) : tooMany;
  if (reading.kind === 'read') {
    return { kind: 'call', providerCallId, requestId: id, toolName, argsJson: reading.argsJson };
  }
  const rawArguments = clipText(raw.argumentsText, RAW_ARGUMENTS_CHARS);
  return { kind: 'malformed', providerCallId, requestId: id, toolName, rawArguments, reason: reading.reason };
}

const tooMany = {
  kind: 'refused',
  reason: `One reply may hold ${MAX_CALLS_PER_STEP} tool calls; this one was beyond that. Call fewer at a time.`,
} as const;

/** Several providers send nothing at all for a call without arguments. */
const argumentsText = ({ argumentsText: text }: RawCall): string => (text === '' ? '{}' : text);

const sendable = /^[\w.:@-]+$/;

/**
 * An identity names one occurrence. Providers use their ids again, and some send none; such a call gets a fresh id,
 * so that an old decision can never meet a new call.
 */
function occurrenceId(turn: Turn, providerCallId: string): RequestId {
  const { usedRequestIds, loop, ids } = turn.options;
  const own = requestId(providerCallId);
  const usable = providerCallId.length <= MAX_REQUEST_ID && sendable.test(providerCallId);
  const isNew = usable && !usedRequestIds.has(own) && !turn.ownRequestIds.has(own);
  const id = isNew ? own : requestId(loop.newId?.() ?? ids.uuid());
  turn.ownRequestIds.add(id);
  return id;
}
