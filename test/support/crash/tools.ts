import { z } from 'zod';
import type { EffectKind } from '../../../src/domain/effect.ts';
import type { Tool, ToolOutput } from '../../../src/ports/tools.ts';
import { defineTool } from '../../../src/tools/define-tool.ts';
import type { Effects } from './effects.ts';
import type { Stops } from './stops.ts';

export const EFFECT_KINDS = [
  'read',
  'idempotent',
  'keyed',
  'reconcilable',
  'once',
] as const satisfies readonly EffectKind[];

/** One tool of every kind of effect. Policy asks for each; a call may stop after its effect, before it returns. */
export const crashTools = (effects: Effects, stops: Stops): readonly Tool[] =>
  EFFECT_KINDS.map((effect) => {
    const name = `crash.${effect}`;
    return defineTool({
      name,
      title: `Does something ${effect}`,
      description: `Its effect is declared as ${effect}.`,
      input: z.object({ mark: z.string(), part: z.int() }),
      version: '1',
      capabilities: ['mutate-external'],
      effect,
      async run({ mark, part }, { idempotencyKey: key }): Promise<ToolOutput> {
        const done = { mark, part, tool: name, key, at: Date.now() };
        if (effect === 'keyed') effects.addOnce(done);
        else effects.add(done);
        const point = stops.inTool(mark);
        if (point !== null) await stops.stopAt(point);
        return { text: `did ${mark}`, isError: false };
      },
      ...(effect === 'reconcilable'
        ? {
            reconcile: async (key: string) =>
              effects.withKey(key) ? { text: 'did it before', isError: false } : ('did-not-run' as const),
          }
        : {}),
    });
  });
