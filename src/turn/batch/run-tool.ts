import type { Tool, ToolContext, ToolOutput } from '../../ports/tools.ts';
import { argumentsOf } from '../gate/arguments.ts';
import { ABORT_GRACE_MS } from '../limits.ts';
import type { RunTurnOptions } from '../options.ts';

/** How one execution ended, as far as we waited. */
export type Execution =
  | { readonly kind: 'output'; readonly output: ToolOutput }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** It may still be at it; nobody listens any more. */
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'abandoned' };

class NoOutput extends Error {
  override readonly name = 'NoOutput';
  readonly code = 'no-output';
}

type Place = Omit<ToolContext, 'signal'>;
type Bounds = Pick<RunTurnOptions, 'signal' | 'startTimer' | 'toolTimeoutMs'>;

/**
 * Executes a tool within bounds. Whatever it does — throw at once, reject, reject with no error, hang, ignore the
 * signal, change its arguments, return something else — there is one answer, and it comes in time.
 */
export async function runTool(tool: Tool, argsJson: string, place: Place, bounds: Bounds): Promise<Execution> {
  const { signal, startTimer, toolTimeoutMs } = bounds;
  const { promise: given, resolve: giveUp } = Promise.withResolvers<Execution>();
  const own = new AbortController();
  const timers: (() => void)[] = [];
  const onAbort = (): void => {
    own.abort();
    timers.push(startTimer(() => giveUp({ kind: 'abandoned' }), ABORT_GRACE_MS));
  };
  timers.push(
    startTimer(() => {
      own.abort();
      giveUp({ kind: 'timed-out' });
    }, tool.longestMs ?? toolTimeoutMs),
  );
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([attempt(tool, argsJson, { ...place, signal: own.signal }), given]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    for (const cancel of timers) cancel();
  }
}

async function attempt(tool: Tool, argsJson: string, context: ToolContext): Promise<Execution> {
  try {
    const output: unknown = await tool.execute(argumentsOf(argsJson), context);
    return isOutput(output) ? { kind: 'output', output } : { kind: 'threw', error: new NoOutput('No text came back.') };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

/** Tools are written by others; some return nothing. */
const isOutput = (value: unknown): value is ToolOutput =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'isError' in value;
