import { parseArgs } from 'node:util';
import { play } from '../support/turn/history/play.ts';
import { randomTape } from '../support/turn/history/tape.ts';

const TAPE_LENGTH = 120;
const PROGRESS_EVERY = 100_000;

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, from: { type: 'string', default: '0' } },
});
const from = Number(values.from);
const count = Number(values.count);
const startedAt = performance.now();
let effects = 0;

for (let seed = from; seed < from + count; seed += 1) {
  try {
    effects += (await play(randomTape(seed, TAPE_LENGTH))).effects.length;
  } catch (error) {
    console.error(`seed ${seed}:`, error);
    process.exit(1);
  }
  if ((seed - from + 1) % PROGRESS_EVERY === 0) console.log(`${seed - from + 1} histories`);
}

const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${count} histories, ${effects} executions, 0 counterexamples, ${seconds} s`);
