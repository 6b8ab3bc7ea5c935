import { expect, it } from 'vitest';
import { allowsAll, attackedBots } from '../support/injections/attacked-bot.ts';
import { onlyReads } from '../support/injections/attacked-tools.ts';
import { carrierOf, carriers, describedTools } from '../support/injections/attacks.ts';

/** What containment costs: calls that a person wanted, and was asked about all the same. docs/security.md quotes it. */
async function askedInVain(options: { readonly afterReading: boolean }): Promise<readonly string[]> {
  const make = await attackedBots();
  const asked: string[] = [];
  for (const [i, tool] of describedTools.entries()) {
    const wanted = [{ tool, args: {} }];
    const carrier = carrierOf(i);
    const bot = await make({ carrier, planted: '', calls: wanted, listedAs: 'unknown', policy: allowsAll });
    const read = options.afterReading ? `!call ${carrier.tool} ${JSON.stringify(carrier.args)}\n!step\n` : '';
    await bot.say(`${read}!call ${tool} {}\n!step\n!say done`);
    if ((await bot.pending()).length > 0) asked.push(tool);
  }
  return asked;
}

it('none of the benign tasks of the benchmark asks anybody anything', async () => {
  const make = await attackedBots();
  for (const carrier of carriers) {
    const bot = await make({ carrier, planted: '', calls: [], listedAs: 'unknown', policy: allowsAll });
    expect(await bot.readPlanted()).toEqual([]);
    expect(bot.ran).toEqual([carrier.tool]);
    expect(await bot.pending()).toEqual([]);
  }
});

it('in a clean conversation no call asks in vain', { timeout: 60_000 }, async () => {
  expect(await askedInVain({ afterReading: false })).toEqual([]);
});

it('after outsiders’ words were read, 32 of 69 calls ask in vain: those that send or change something', {
  timeout: 60_000,
}, async () => {
  const asked = await askedInVain({ afterReading: true });
  expect(asked).toEqual(describedTools.filter((tool) => !onlyReads(tool)));
  expect([asked.length, describedTools.length]).toEqual([32, 69]);
});
