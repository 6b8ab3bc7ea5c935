import { z } from 'zod';
import type { EffectKind } from '../../src/domain/effect.ts';
import { defineTool } from '../../src/tools/define-tool.ts';

/** A tool that changes something outside and counts its executions. */
export function counting(
  given: {
    readonly effect?: EffectKind;
    readonly cacheable?: boolean;
    readonly untrusted?: boolean;
    readonly name?: string;
    readonly during?: () => Promise<void>;
  } = {},
) {
  const runs: { args: unknown; key: string }[] = [];
  const tool = defineTool({
    name: given.name ?? 'pay',
    title: 'Pay',
    description: 'pays',
    input: z.object({ cents: z.int() }),
    version: '1',
    capabilities: ['mutate-external'],
    effect: given.effect ?? 'once',
    cacheable: given.cacheable ?? false,
    ingestsUntrusted: given.untrusted ?? false,
    async run(args, { idempotencyKey }) {
      runs.push({ args, key: idempotencyKey });
      await given.during?.();
      return { text: `paid ${args.cents}`, isError: false };
    },
  });
  return { tool, runs };
}
