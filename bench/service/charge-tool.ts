import { z } from 'zod';
import type { ConversationId } from '../../src/domain/ids.ts';
import type { Tool } from '../../src/ports/tools.ts';
import { defineTool } from '../../src/tools/define-tool.ts';

export const TOOL = 'till.charge';

/** A tool that waits for a signature and does nothing but say that it was started. */
export const chargeTool = (onRun: (conversation: ConversationId) => void): Tool =>
  defineTool({
    name: TOOL,
    title: 'Charge a card',
    description: 'Charges a card.',
    input: z.object({ order: z.string(), cents: z.number().int() }),
    version: '1',
    capabilities: ['mutate-external'],
    effect: 'once',
    run(_, { conversation }) {
      onRun(conversation);
      return { text: '{"ok":true}', isError: false };
    },
  });
