import { parseArgs } from 'node:util';
import { LEASE_MS } from '../../src/conversation/worker.ts';
import { violationsIn } from '../support/crash/check-history.ts';
import { isPutAside } from '../support/crash/people.ts';
import { seeded } from '../support/crash/seeded.ts';
import { EFFECT_KINDS } from '../support/crash/tools.ts';
import { findPostgres, startCluster } from '../support/postgres.ts';
import { goOnUntil, goOnUntilDone } from '../support/scale/go-on.ts';
import { makeOwnDatabase } from '../support/scale/own-database.ts';
import type { BotProcess } from '../support/scale/process.ts';
import { makeScaleWorld } from '../support/scale/world.ts';

// Three bots on one PostgreSQL for a while, with something happening to one of them or to the server every few seconds,
// such as `--only restart --every 5 --seconds 120`.
// Ends with 0 when the history of it all is as it must be.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    /** Between two mishaps. */
    every: { type: 'string', default: '5' },
    /** Only these, by their names below; all without it. */
    only: { type: 'string', multiple: true, default: [] },
  },
});
const seconds = Number(values.seconds);
const everyMs = Number(values.every) * 1_000;
const random = seeded(Number(values.seed));
const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];

const BOTS = 3;
const ASK_EVERY_MS = 1_000;
/** What nobody could store, Slack delivers once more after a minute and once more after five. */
const SETTLE_WITHIN_MS = 8 * 60_000;

const here = findPostgres();
if (here.kind !== 'binaries') throw new Error('This needs a PostgreSQL of its own to crash: install its binaries.');
const cluster = await startCluster(here.path);
const database = await makeOwnDatabase(cluster.url);
const happens = (name: string): boolean => values.only.length === 0 || values.only.includes(name);
// A server that comes and goes all the time interrupts some turns as often as makes the bot give them up, aloud.
const world = await makeScaleWorld(database.url, { mayBePutAside: happens('restart') });
const bots: BotProcess[] = await Promise.all(Array.from({ length: BOTS }, world.start));
const stalled = new Set<BotProcess>();
const counts = new Map<string, number>();

const mishaps: Readonly<Record<string, () => Promise<void>>> = {
  async kill() {
    const bot = pick(bots);
    if (bot === undefined) return;
    await bot.kill9();
    stalled.delete(bot);
    bots.splice(bots.indexOf(bot), 1, await world.start());
  },
  async stall() {
    const bot = pick(bots.filter((one) => !stalled.has(one)));
    if (bot === undefined || stalled.size === BOTS - 1) return;
    bot.stall();
    stalled.add(bot);
    setTimeout(
      () => {
        bot.resume();
        stalled.delete(bot);
      },
      LEASE_MS * (0.5 + random()),
    ).unref();
  },
  cut: () => database.cutConnections(),
  restart: () => cluster.crash(),
};

let asked = 0;
const ask = async (): Promise<void> => {
  const mark = `m${asked}`;
  const effect = EFFECT_KINDS[asked % EFFECT_KINDS.length];
  asked += 1;
  const call = `!call crash.${effect} {"mark":"${mark}","part":1}`;
  await world.people.ask(mark, `!say Looking into ${mark}\n!wait ${Math.floor(random() * 3_000)}\n!say found\n${call}`);
};

const began = Date.now();
let askAt = began;
let mishapAt = began + everyMs;
let happening: Promise<void> = Promise.resolve();
await goOnUntil(world.people, seconds * 1_000 + SETTLE_WITHIN_MS, async () => {
  const now = Date.now();
  if (now >= askAt) {
    askAt = now + ASK_EVERY_MS;
    await ask();
  }
  if (now >= mishapAt) {
    mishapAt = now + everyMs;
    const [name, happen] = pick(Object.entries(mishaps).filter(([one]) => happens(one))) ?? [];
    if (name !== undefined && happen !== undefined) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      happening = happening.then(happen);
    }
  }
  return now - began > seconds * 1_000;
});
await happening;
for (const bot of stalled) bot.resume();
await goOnUntilDone(world.people, SETTLE_WITHIN_MS);
for (const bot of bots) await bot.terminate();

const history = await world.history();
const violations = violationsIn(history);
const happened = [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
const putAside = history.conversations.filter(({ messages }) => isPutAside(messages)).length;
console.log(`seed ${values.seed}: ${asked} conversations, ${history.acked.length} presses, ${happened}`);
console.log(`${putAside} turns were put aside after too many tries`);
for (const violation of violations) console.log(violation);
console.log(`${violations.length} violations`);
await world.close();
await database.drop();
await cluster.stop();
process.exit(violations.length === 0 ? 0 : 1);
