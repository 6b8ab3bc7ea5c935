import { readArguments } from '../../src/domain/canonical-json.ts';
import { compileSchema } from '../../src/tools/json-schema-validator.ts';
import { type ExampleStyle, exampleArguments } from './example-arguments.ts';
import { type ListedTool, recordedTools } from './mcp-tools.ts';

export interface ToolExample {
  readonly tool: ListedTool;
  readonly argsJson: string;
  /** Whether the arguments fit the tool's schema; a few patterns are beyond the example maker. */
  readonly fits: boolean;
}

/** Canonical example arguments of these tools, of every recorded one unless given; one for each seed. */
export function toolExamples(
  style: ExampleStyle,
  seeds: readonly number[],
  tools: readonly ListedTool[] = recordedTools(),
): readonly ToolExample[] {
  return tools.flatMap((tool) => {
    const compiled = compileSchema(tool.inputSchema);
    return seeds.map((seed) => {
      const argsJson = readableText(exampleArguments(tool.inputSchema, style, seed));
      const fits = compiled.kind === 'unusable' || compiled.errorsOf(JSON.parse(argsJson)).length === 0;
      return { tool, argsJson, fits };
    });
  });
}

function readableText(args: unknown): string {
  const reading = readArguments(JSON.stringify(args));
  if (reading.kind === 'refused') throw new Error(`An example no model could propose: ${reading.reason}`);
  return reading.argsJson;
}
