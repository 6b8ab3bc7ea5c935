import type { Tool } from '../../../src/ports/tools.ts';

/** The tool of that exact name; a test that asks for one that is not there has failed. */
export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find(({ spec }) => spec.name === name);
  if (tool === undefined) throw new Error(`no tool ${name} among ${tools.map(({ spec }) => spec.name).join(', ')}`);
  return tool;
}
