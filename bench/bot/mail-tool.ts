import { z } from 'zod';
import type { Tool } from '../../src/ports/tools.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import { toolAnswer, toolDescription, toolName } from './scenario.ts';

/** The scenario's tool as an operator would define it, and how often it ran. */
export interface MailTool {
  readonly tool: Tool;
  runs: number;
}

export function mailTool(gated: boolean): MailTool {
  const tool = defineTool({
    name: toolName,
    title: 'Send a mail',
    description: toolDescription,
    input: z.object({ to: z.string(), subject: z.string(), body: z.string(), priority: z.number() }),
    version: '1',
    capabilities: ['mutate-external'],
    effect: 'once',
    needsApproval: gated,
    run() {
      mail.runs += 1;
      return { text: toolAnswer, isError: false };
    },
  });
  const mail: MailTool = { tool, runs: 0 };
  return mail;
}
