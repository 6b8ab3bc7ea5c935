import type { Tool } from '../../../../src/ports/tools.ts';
import { aTool, output } from '../tools.ts';
import type { World } from './world.ts';

/** The tools of every history; between them they have each effect, gate and source of taint that matters. */
export const TOOLS = ['read', 'pay', 'note', 'web', 'bad'] as const;
/** Tools whose every call a person must see. */
export const GATED: ReadonlySet<string> = new Set(['pay', 'note']);
/** Tools whose approval may be remembered. */
export const CACHEABLE: ReadonlySet<string> = new Set(['note', 'web']);
/** What no call of `pay` may be about, whoever approves it; an edit or a proposal that says so is refused. */
export const VETOED_ARGS = '{"x":1}';
/** Needs it, and loses it while the conversation is tainted. */
export const EGRESS = 'web';

export const definitionOf = (world: World, name: string): string =>
  GATED.has(name) ? `${name}@${world.toolVersion}` : `${name}@1`;

export function toolsOf(world: World): readonly Tool[] {
  const made = {
    read: aTool('read', { effect: 'read' }),
    pay: aTool('pay', {
      effect: 'once',
      gated: true,
      needs: ['mutate-external'],
      veto: ({ x }) => (world.toolVersion > 1 && x === 1 ? { reason: 'never' } : null),
    }),
    note: aTool('note', { effect: 'keyed', gated: true, needs: ['local-write'], cacheable: true }),
    web: aTool('web', { effect: 'idempotent', needs: ['arbitrary-egress'], ingests: true, cacheable: true }),
    bad: aTool('bad', { effect: 'read' }),
  };
  return TOOLS.map((name) => ({
    ...made[name],
    definitionHash: definitionOf(world, name),
    async execute(args, context) {
      world.effects.push({ tool: name, args, context, after: world.log.length });
      if (name === 'bad') throw new Error('bad');
      return output(`${name} done`);
    },
  }));
}
