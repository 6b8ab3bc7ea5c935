import { parseArgs } from 'node:util';
import { killAtRandom } from '../support/crash/random-kills.ts';
import { seeded } from '../support/crash/seeded.ts';
import { crashWorld } from '../support/crash/world.ts';

// `node test/crash/kills.main.ts --kills 500 --turns 2000 [--seed N]`: kills the whole bot at random moments and looks
// through everything that is left for what must never be.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    turns: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [kills, turns, seed] = [Number(values.kills), Number(values.turns), Number(values.seed)];
const SAY_EVERY = 25;

const started = Date.now();
const minutes = (): string => `${((Date.now() - started) / 60_000).toFixed(1)} min`;
console.log(`seed ${seed}: ${kills} kills over ${turns} turns of three approvals each`);
const world = await crashWorld();
const violations = await killAtRandom(world, {
  kills,
  turns,
  random: seeded(seed),
  onKill: (kill) => {
    if (kill % SAY_EVERY === 0) console.log(`${kill} kills, ${world.people.threads.length} turns, ${minutes()}`);
  },
});
const outcomes = world.people.acked.filter(({ action }) => action !== 'approve').length;
console.log(
  `${world.people.acked.length - outcomes} approvals and ${outcomes} answers about outcomes, all acknowledged`,
);
for (const violation of violations) console.log(violation);
console.log(`${violations.length} violations in ${minutes()}`);
await world.close();
process.exitCode = violations.length === 0 ? 0 : 1;
