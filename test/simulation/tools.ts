import { z } from 'zod';
import type { Capability } from '../../src/domain/capability.ts';
import type { EffectKind } from '../../src/domain/effect.ts';
import type { Tool } from '../../src/ports/tools.ts';
import { defineTool } from '../../src/tools/define-tool.ts';
import type { Life, Scheduler } from './scheduler.ts';

/** One time a tool really did something. */
export interface Execution {
  readonly toolName: string;
  readonly requestId: string;
  readonly key: string;
  readonly args: string;
  readonly epoch: number;
  readonly conversation: string;
  /** How much of the conversation's log was written when it happened. */
  readonly logLength: number;
}

/** What must never appear in a log line. */
export const CANARY = 'canary-7f3a-secret';

export interface SimTool {
  readonly name: string;
  readonly effect: EffectKind;
  readonly capabilities: readonly Capability[];
  readonly cacheable: boolean;
  readonly untrusted: boolean;
  readonly decision: 'ask' | 'allow' | 'deny';
}

export const SIM_TOOLS: readonly SimTool[] = [
  {
    name: 'pay',
    effect: 'once',
    capabilities: ['mutate-external'],
    cacheable: false,
    untrusted: false,
    decision: 'ask',
  },
  {
    name: 'note',
    effect: 'idempotent',
    capabilities: ['mutate-external'],
    cacheable: true,
    untrusted: false,
    decision: 'ask',
  },
  {
    name: 'send',
    effect: 'keyed',
    capabilities: ['arbitrary-egress'],
    cacheable: true,
    untrusted: false,
    decision: 'allow',
  },
  {
    name: 'wire',
    effect: 'once',
    capabilities: ['mutate-external'],
    cacheable: false,
    untrusted: false,
    decision: 'allow',
  },
  { name: 'look', effect: 'read', capabilities: ['local-read'], cacheable: false, untrusted: false, decision: 'allow' },
  { name: 'web', effect: 'read', capabilities: ['local-read'], cacheable: false, untrusted: true, decision: 'allow' },
  {
    name: 'drop',
    effect: 'once',
    capabilities: ['mutate-external'],
    cacheable: false,
    untrusted: false,
    decision: 'deny',
  },
];

/** Without what they do. Making one costs as much as a whole step of a simulation, and every process has them all. */
const DEFINED: readonly (readonly [SimTool, Tool])[] = SIM_TOOLS.map((tool) => [
  tool,
  defineTool({
    name: tool.name,
    title: tool.name,
    description: tool.name,
    input: z.object({ n: z.int() }),
    version: '1',
    capabilities: tool.capabilities,
    effect: tool.effect,
    cacheable: tool.cacheable,
    ingestsUntrusted: tool.untrusted,
    run: () => {
      throw new Error('a simulated tool runs in a simulated process');
    },
  }),
]);

/** The tools as one process runs them; what they do is recorded in the world, which outlives the process. */
export const simTools = (
  life: Life,
  scheduler: Scheduler,
  record: (execution: Omit<Execution, 'logLength'>) => void,
  fails: () => boolean,
): readonly Tool[] =>
  DEFINED.map(([{ name }, tool]) => ({
    ...tool,
    async execute(args, { requestId, idempotencyKey, epoch, conversation }) {
      await scheduler.point(life, `before ${name}`);
      record({ toolName: name, requestId, key: idempotencyKey, args: JSON.stringify(args), epoch, conversation });
      await scheduler.point(life, `after ${name}`);
      if (fails()) throw new Error(`failed with ${CANARY}`);
      return { text: `${name} done ${CANARY}`, isError: false };
    },
  }));
