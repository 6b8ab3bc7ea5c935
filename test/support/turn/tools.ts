import { type Capability, noCapabilities } from '../../../src/domain/capability.ts';
import type { JsonObject, Tool, Toolbox, ToolContext, ToolOutput } from '../../../src/ports/tools.ts';

export interface Execution {
  readonly args: JsonObject;
  readonly context: ToolContext;
}

export interface TestTool extends Tool {
  /** Every execution, in the order they started. */
  readonly runs: Execution[];
}

type Given = Partial<Omit<Tool, 'spec'>> & {
  readonly needs?: readonly Capability[];
  readonly gated?: boolean;
  readonly cacheable?: boolean;
  readonly ingests?: boolean;
  readonly run?: (args: JsonObject, context: ToolContext) => ToolOutput | Promise<ToolOutput>;
};

export const output = (text: string): ToolOutput => ({ text, isError: false });

/** A tool that is safe, ungated and answers `ok` unless said otherwise. */
export function aTool(name: string, given: Given = {}): TestTool {
  const { needs, gated, cacheable, ingests, run, ...rest } = given;
  const runs: Execution[] = [];
  const required = needs === undefined ? noCapabilities : new Set(needs);
  return {
    runs,
    spec: { name, description: `The tool ${name}.`, inputSchema: { type: 'object' } },
    title: `Title of ${name}`,
    kind: 'executable',
    definitionHash: `def-${name}`,
    effect: 'once',
    destructive: false,
    invalid: () => null,
    veto: () => null,
    needsApproval: () => gated ?? false,
    requiredCapabilities: () => required,
    cacheableApproval: () => cacheable ?? false,
    sandboxWouldDeny: () => null,
    ingestsUntrusted: () => ingests ?? false,
    async execute(args, context) {
      runs.push({ args, context });
      return run === undefined ? output('ok') : await run(args, context);
    },
    ...rest,
  };
}

export function toolboxOf(...tools: readonly Tool[]): Toolbox {
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  return { tools, find: (name) => byName.get(name) };
}
