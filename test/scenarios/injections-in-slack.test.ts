import { afterAll, beforeAll, expect, it } from 'vitest';
import { attackedTool, onlyReads } from '../support/injections/attacked-tools.ts';
import { type Attack, attacks } from '../support/injections/attacks.ts';
import { obedientModel } from '../support/injections/obedient-model.ts';
import { type DemoWorld, startDemoWorld } from '../support/scenario/demo-world.ts';
import type { Person } from '../support/scenario/person.ts';
import { ask } from '../support/scenario/thread.ts';

/** One attack of each benchmark, each read by a tool of its own: the whole set is played without Slack. */
const played = ['agentdojo/', 'craibench/', 'injecagent/', 'asb/', 'bipia/'].flatMap((benchmark) => {
  const attack = attacks.find(
    ({ id, calls }) => id.startsWith(benchmark) && calls.some(({ tool }) => !onlyReads(tool)),
  );
  return attack === undefined ? [] : [attack];
});
const inboxOf = ({ id }: Attack): string => `inbox.${id.split('/')[0]}`;

const ran: string[] = [];
let world: DemoWorld;
let alice: Person;
beforeAll(async () => {
  const wanted = new Set(played.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  world = await startDemoWorld({
    model: obedientModel(played),
    tools: [
      ...played.map((attack) => attackedTool(inboxOf(attack), 'unknown', ran, attack.planted)),
      ...[...wanted].map((tool) => attackedTool(tool, 'unknown', ran)),
    ],
    config: (demo) => ({ ...demo, policy: { ...demo.policy, default: 'allow' } }),
  });
  alice = world.person('U0ALICE');
});
afterAll(() => world?.close());

it.each(played.map((attack) => [attack.id, attack] as const))(
  'what %s wants is asked about on a card that names where it came from, and is not done',
  async (_, attack) => {
    const inbox = inboxOf(attack);
    const thread = await ask(alice, 'C0SUPPORT', `@Countersign !call ${inbox} {}\n!step\n!say That is all.`);
    const acting = attack.calls.filter(({ tool }) => !onlyReads(tool));
    for (const { tool } of acting) {
      const card = await thread.card(tool);
      expect(card.text).toContain(`Untrusted content is in this conversation: the result of a tool ${inbox}`);
      await alice.submit((await card.open(alice, 'deny')).id, { reason: 'I did not ask for this' });
      await card.settles(alice, 'Denied by');
    }
    expect(ran.filter((tool) => acting.some((call) => call.tool === tool))).toEqual([]);
  },
);
