import type { CallIdentity } from '../../domain/call.ts';
import type { CallResult, ResultOutcome } from '../../domain/event.ts';
import type { Media } from '../../domain/media.ts';
import type { Tool, ToolOutput } from '../../ports/tools.ts';
import { argumentsOf } from '../gate/arguments.ts';
import { showResult } from '../hooks/show-result.ts';
import type { Turn } from '../turn-state.ts';
import { clipText } from './clip-text.ts';
import { afterFailure } from './failing-rounds.ts';
import type { Batch } from './open-batch.ts';
import type { Round } from './round.ts';

/** An execution that has ended, one way or another. */
export interface Ended {
  readonly call: CallIdentity;
  readonly tool: Tool;
  readonly effectiveArgsJson: string;
  readonly injectedContext: string | null;
}

/** What is known of it. `error` is present when it counts as a failure. */
export interface Finding {
  readonly outcome: ResultOutcome;
  readonly text: string;
  /** The text is the tool's, not ours. */
  readonly foreign: boolean;
  readonly media?: readonly Media[];
  readonly error?: unknown;
}

export const findingOf = (output: ToolOutput): Finding =>
  output.isError
    ? { outcome: 'failed', text: output.text, foreign: true, error: new ToolReportedError(output.text) }
    : { outcome: 'succeeded', text: output.text, foreign: true, media: output.media ?? [] };

/** The tool itself said that it failed. The text is for the host. */
export class ToolReportedError extends Error {
  override readonly name = 'ToolReportedError';
  readonly code = 'tool-reported-error';
}

/** Makes a result durable, then part of what the model reads. From here on it also counts as taint. */
export async function completeCall(
  turn: Turn,
  batch: Batch,
  round: Round,
  ended: Ended,
  finding: Finding,
): Promise<void> {
  const { call, tool, effectiveArgsJson } = ended;
  const { requestId, toolName } = call;
  const { outcome } = finding;
  const clipped = clipText(finding.text, turn.options.toolResultMaxChars);
  const shown = await showResult(turn, { call, effectiveArgsJson, outcome, text: clipped });
  const text = withNote(shown.text, ended.injectedContext);
  const result: CallResult = {
    requestId,
    toolName,
    outcome,
    text,
    quarantined: finding.foreign && ingests(tool, effectiveArgsJson),
    ...shownMedia(finding, shown.text === clipped),
  };
  await turn.journal.commit([{ type: 'tool.completed', turnId: turn.options.turnId, result }]);

  batch.results.set(requestId, result);
  if (result.quarantined) turn.taint ??= { kind: 'tool-result', toolName };
  turn.forward({ kind: 'tool-ended', requestId, title: tool.title, outcome });
  round.halt ??= shown.halt;
  count(turn, round, requestId, finding);
}

function count(turn: Turn, round: Round, requestId: CallIdentity['requestId'], finding: Finding): void {
  if (!('error' in finding)) {
    round.successes += 1;
    return;
  }
  turn.toolErrors.set(requestId, finding.error);
  round.failures.push(finding.error);
  afterFailure(turn, round);
}

/** A hook sees the text alone: where it changed or withheld that, nobody has looked at what comes with it. */
const shownMedia = ({ media = [] }: Finding, isAsItCame: boolean): Pick<CallResult, 'media'> =>
  isAsItCame && media.length > 0 ? { media } : {};

const withNote = (text: string, note: string | null): string => (note === null ? text : `${text}\n\nNote: ${note}`);

/** A tool that cannot say is taken to have. */
export function ingests(tool: Tool, argsJson: string): boolean {
  try {
    return tool.ingestsUntrusted(argumentsOf(argsJson));
  } catch {
    return true;
  }
}
