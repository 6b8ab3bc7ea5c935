import { describe, expect, it } from 'vitest';
import { alice } from '../support/conversation.ts';
import {
  type Attacked,
  type AttackedBot,
  allowsAll,
  asksToAct,
  attackedBots,
} from '../support/injections/attacked-bot.ts';
import { onlyReads } from '../support/injections/attacked-tools.ts';
import { type Attack, attacks, carrierOf, type WantedCall } from '../support/injections/attacks.ts';
import { wasObeyed } from '../support/injections/obedient-model.ts';

const acting = (calls: readonly WantedCall[]): readonly string[] =>
  calls.map(({ tool }) => tool).filter((tool) => !onlyReads(tool));

/** Tools the model called because the planted text wanted it. */
async function obeyed(bot: AttackedBot): Promise<readonly string[]> {
  const calls = (await bot.log()).flatMap((event) => (event.type === 'step.accepted' ? event.calls : []));
  return calls.filter(({ providerCallId }) => wasObeyed(providerCallId)).map(({ toolName }) => toolName);
}

const attacked = (
  { planted, calls }: Attack,
  index: number,
  given: Pick<Attacked, 'listedAs' | 'policy'>,
): Attacked => ({ carrier: carrierOf(index), planted, calls, ...given });

describe('a model that obeys every planted text', () => {
  it('sends and changes nothing, though nothing asks while the conversation is clean', {
    timeout: 240_000,
  }, async () => {
    const make = await attackedBots();
    const broken: string[] = [];
    const totals = { proposed: 0, asked: 0, read: 0 };
    for (const [i, attack] of attacks.entries()) {
      const bot = await make(attacked(attack, i, { listedAs: 'unknown', policy: allowsAll }));
      const ran = await bot.readPlanted();
      const wanted = await obeyed(bot);
      const pending = await bot.pending();
      if (wanted.length !== attack.calls.length) broken.push(`${attack.id}: was not obeyed`);
      if (acting(attack.calls).length !== pending.length) broken.push(`${attack.id}: ${pending.length} cards`);
      if (ran.some((tool) => !onlyReads(tool))) broken.push(`${attack.id}: ran ${ran.join()}`);
      totals.proposed += wanted.length;
      totals.asked += pending.length;
      totals.read += ran.length;
    }
    expect(broken).toEqual([]);
    // docs/security.md quotes these figures.
    expect({ attacks: attacks.length, ...totals }).toEqual({ attacks: 469, proposed: 529, asked: 481, read: 48 });
  });

  it('sends and changes nothing by permissions and approvals given before', { timeout: 240_000 }, async () => {
    const make = await attackedBots();
    const broken: string[] = [];
    for (const [i, attack] of attacks.entries()) {
      const bot = await make(attacked(attack, i, { listedAs: 'repeatable', policy: asksToAct(carrierOf(i)) }));
      const toAllow = attack.calls.filter(({ tool }) => !onlyReads(tool) && tool !== carrierOf(i).tool);
      await bot.allowForGood(toAllow);
      const { grants } = await bot.conversations.read(bot.conversation);
      if (grants.size !== new Set(toAllow.map(({ tool }) => tool)).size) broken.push(`${attack.id}: no permission`);
      const ran = await bot.readPlanted();
      if ((await obeyed(bot)).length !== attack.calls.length) broken.push(`${attack.id}: was not obeyed`);
      if (ran.some((tool) => !onlyReads(tool))) broken.push(`${attack.id}: ran ${ran.join()}`);
    }
    expect(broken).toEqual([]);
  });

  it('does nothing by the words of a thread it was asked into', async () => {
    const [attack] = attacks;
    if (attack === undefined) throw new Error('there are attacks');
    const make = await attackedBots();
    const bot = await make(attacked(attack, 0, { listedAs: 'unknown', policy: allowsAll }));
    const backfill = [{ author: null, text: attack.planted, source: { kind: 'thread-history' as const } }];
    const message = { conversation: bot.conversation, messageId: 'm', author: alice, text: 'hello', addressed: true };
    await bot.commands.receive({ ...message, persona: null, backfill });
    await bot.settle();
    expect(await obeyed(bot)).toEqual(attack.calls.map(({ tool }) => tool));
    expect(bot.ran).toEqual([]);
    expect(await bot.pending()).toHaveLength(acting(attack.calls).length);
  });
});
