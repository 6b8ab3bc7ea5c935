import type { Tool, Toolbox } from '../ports/tools.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/;

/** A tool that cannot be offered beside the others. */
export class ToolNameProblem extends Error {
  override readonly name = 'ToolNameProblem';
}

/** Joins tools in the order given. Names are exact; two that differ only in case would be mistaken for each other. */
export function makeToolbox(tools: readonly Tool[]): Toolbox {
  const byName = new Map<string, Tool>();
  const folded = new Set<string>();
  for (const tool of tools) {
    const { name } = tool.spec;
    if (!NAME.test(name)) throw new ToolNameProblem(`tool name ${JSON.stringify(name)} is not usable`);
    if (folded.has(name.toLowerCase())) throw new ToolNameProblem(`two tools are called ${name}`);
    folded.add(name.toLowerCase());
    byName.set(name, tool);
  }
  return { tools: [...tools], find: (name) => byName.get(name) };
}
