import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { benchBot, benchKeyring } from '../bot/bench-bot.ts';
import { mailTool } from '../bot/mail-tool.ts';
import { scriptedModel } from '../bot/scripted-model.ts';
import { inPlaces } from '../measure/places.ts';
import { rounded } from '../measure/quantiles.ts';
import { writeResults } from '../measure/results-file.ts';
import { surroundings } from '../measure/surroundings.ts';
import { table } from '../measure/table.ts';
import { timed } from '../measure/timed.ts';
import { wholeNumber } from '../measure/usage.ts';
import { fillStore } from './fill-store.ts';

export const restartHelp = `restart  how soon a process is ready over a full database, and how soon any old card can be answered
         --turns N      finished turns in the log (100000)
         --pending N    cards that wait (10000)
         --dir FOLDER   where the database goes (the temporary folder)
         --out FILE     where the JSON goes (bench/results/local/restart.json)`;

/** Cards that are clicked after the start, spread over all of them. */
const CLICKS = 20;

export async function runRestartBench(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      turns: { type: 'string', default: '100000' },
      pending: { type: 'string', default: '10000' },
      dir: { type: 'string' },
      out: { type: 'string', default: 'bench/results/local/restart.json' },
    },
  });
  const turns = wholeNumber(values.turns, 'turns', 0);
  const pending = wholeNumber(values.pending, 'pending', 1);
  const figures = await inPlaces(({ disk }) => restart(join(disk, 'restart.db'), turns, pending, print), values.dir);
  print(
    `\n${table(
      ['figure', ''],
      Object.entries(figures).map(([name, value]) => [name, String(value)]),
    )}`,
  );
  writeResults(values.out, {
    ...surroundings(['npm run bench -- restart', ...args].join(' ')),
    turns,
    pending,
    figures,
  });
  print(`\n${values.out}`);
}

async function restart(path: string, turns: number, pending: number, print: (line: string) => void) {
  const { tool } = mailTool(true);
  const keyring = benchKeyring();
  print(`filling a database with ${turns} turns and ${pending} cards`);
  const before = await openSqliteStore({ path, now: Date.now });
  const { approvals, events } = await fillStore(
    before,
    benchBot(before, scriptedModel(1), [tool], keyring),
    turns,
    pending,
  );
  await before.close();

  const from = performance.now();
  const store = await openSqliteStore({ path, now: Date.now });
  const bot = benchBot(store, scriptedModel(1), [tool], keyring);
  const ready = performance.now() - from;
  const clicks: number[] = [];
  const step = Math.max(1, Math.floor(approvals.length / CLICKS));
  for (const [i, approval] of approvals.entries()) {
    if (i % step !== 0) continue;
    const { wall } = await timed(async () => {
      const { kind } = await bot.answer(approval, 'approve');
      if (kind !== 'recorded') throw new Error(`an old card was answered ${kind}`);
    });
    clicks.push(wall);
  }
  await store.close();
  return {
    'events in the log': events,
    'ready after, ms': rounded(ready),
    'first click on an old card, ms': rounded(clicks[0] ?? Number.NaN),
    'slowest click on an old card, ms': rounded(Math.max(...clicks)),
  };
}
