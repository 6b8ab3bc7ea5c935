import { onTestFinished } from 'vitest';
import { type ConversationId, conversationId } from '../../../src/domain/ids.ts';
import type { Policy } from '../../../src/domain/policy.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { botWith } from '../bot.ts';
import { type conversationWith, countedIds, policy, startTime, treatment } from '../conversation.ts';
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

export interface Attacked {
  readonly carrier: Carrier;
  readonly planted: string;
  readonly calls: readonly WantedCall[];
  readonly listedAs: ListedAs;
  readonly policy: Policy;
}

export type AttackedBot = Awaited<ReturnType<typeof attackedBot>>;

/**
 * Makes bots that are attacked, each in a conversation of its own. They share a store, because a new one takes longer to
 * open than an attack takes. It is closed when the test has finished.
 */
export async function attackedBots(): Promise<(attacked: Attacked) => Promise<AttackedBot>> {
  const store = await openSqliteStore({ path: ':memory:', now: () => startTime });
  onTestFinished(() => store.close());
  const setup = { store, ids: countedIds() };
  let made = 0;
  return (attacked) => attackedBot(attacked, { setup, conversation: conversationId(`T0LOCAL:C0GENERAL:${++made}.1`) });
}

/** A bot whose model obeys what it reads, and the tools of one attack. */
async function attackedBot(
  options: Attacked,
  where: { readonly setup: Parameters<typeof conversationWith>[0]; readonly conversation: ConversationId },
) {
  const { carrier, planted, calls, listedAs } = options;
  const ran: string[] = [];
  const names = new Set(calls.map(({ tool }) => tool));
  names.delete(carrier.tool);
  const tools = [
    // Whatever hands out outsiders' words is listed as what does: by a server that is not trusted, or as open to the world.
    attackedTool(carrier.tool, 'unknown', ran, carrier.holding(planted)),
    ...[...names].map((name) => attackedTool(name, listedAs, ran)),
  ];
  const model = obedientModel([{ planted, calls }]);
  const bot = await botWith({ tools, policy: options.policy, model, ...where });
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
  return { ...bot, conversation: where.conversation, ran, readPlanted, allowForGood };
}
