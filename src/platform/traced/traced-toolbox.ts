import { OutcomeUnknown, type Tool, type Toolbox, type ToolOutput } from '../../ports/tools.ts';
import type { Tracer } from '../../ports/tracer.ts';

/** Tools whose executions are traced. Everything the gate asks about them is answered as before. */
export function tracedToolbox({ tools }: Toolbox, tracer: Tracer): Toolbox {
  const traced = tools.map((tool) => tracedTool(tool, tracer));
  const byName = new Map(traced.map((tool) => [tool.spec.name, tool]));
  return { tools: traced, find: (name) => byName.get(name) };
}

/** Tools are plain objects once the policy is over them: what the gate asks is copied as it is. */
function tracedTool(tool: Tool, tracer: Tracer): Tool {
  const execute: Tool['execute'] = async (args, context) => {
    const fields = { tool: tool.spec.name, requestId: context.requestId };
    const span = tracer.start({ name: 'tool', place: { kind: 'here' }, fields });
    // A tool that hangs is what one looks for in a trace: its span ends when it is given up.
    const giveUp = (): void => {
      span.set({ outcome: 'given-up' });
      span.fail();
      span.end();
    };
    context.signal.addEventListener('abort', giveUp, { once: true });
    try {
      const output: ToolOutput | undefined = await tracer.within(span, () => tool.execute(args, context));
      // Tools are written by others; some return nothing.
      const hasFailed = output?.isError !== false;
      span.set({ outcome: hasFailed ? 'failed' : 'succeeded' });
      if (hasFailed) span.fail();
      return output;
    } catch (error) {
      span.set({ outcome: error instanceof OutcomeUnknown ? 'unknown' : 'threw' });
      span.fail();
      throw error;
    } finally {
      context.signal.removeEventListener('abort', giveUp);
      span.end();
    }
  };
  return { ...tool, execute };
}
