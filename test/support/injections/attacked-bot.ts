import type { Policy } from '../../../src/domain/policy.ts';
import { botWith } from '../bot.ts';
import { policy, treatment } from '../conversation.ts';
import { attackedTool, type ListedAs, reads } from './attacked-tools.ts';
import type { Carrier, WantedCall } from './attacks.ts';
import { obedientModel } from './obedient-model.ts';

/** Nobody asks for anything: only the containment of untrusted content stands between a text and its effect. */
export const allowsAll: Policy = { ...policy, otherwise: { ...treatment, decision: 'allow' } };
/** What only reads runs unasked; for the rest people can say "don't ask again". */
export const asksToAct = (carrier: Carrier): Policy => ({
  ...policy,
  rules: [{ tools: [...reads, carrier.tool], when: [], treatment: allowsAll.otherwise }],
});

/** A bot whose model obeys what it reads, and the tools of one attack. */
export async function attackedBot(options: {
  readonly carrier: Carrier;
  readonly planted: string;
  readonly calls: readonly WantedCall[];
  readonly listedAs: ListedAs;
  readonly policy: Policy;
}) {
  const { carrier, planted, calls, listedAs } = options;
  const ran: string[] = [];
  const names = new Set(calls.map(({ tool }) => tool));
  names.delete(carrier.tool);
  const tools = [
    // Whatever hands out outsiders' words is listed as what does: by a server that is not trusted, or as open to the world.
    attackedTool(carrier.tool, 'unknown', ran, carrier.holding(planted)),
    ...[...names].map((name) => attackedTool(name, listedAs, ran)),
  ];
  const bot = await botWith({ tools, policy: options.policy, model: obedientModel([{ planted, calls }]) });
  /** The principal asks for the carrier, and for nothing else; answers what ran besides it. */
  const readPlanted = async (): Promise<readonly string[]> => {
    const before = ran.length;
    await bot.say(`!call ${carrier.tool} ${JSON.stringify(carrier.args)}\n!step\n!say That is all.`);
    return ran.slice(before + 1);
  };
  /** The principal has each of these called, with the very arguments of the attack, and says "don't ask again". */
  const allowForGood = async (wanted: readonly WantedCall[]): Promise<void> => {
    for (const { tool, args } of wanted) {
      await bot.say(`!call ${tool} ${JSON.stringify(args)}`);
      for (const card of await bot.pending()) await bot.answer(card, { kind: 'approve-and-remember' });
    }
  };
  return { ...bot, ran, readPlanted, allowForGood };
}
