import { checkEffect, checkLog, Violation } from './check.ts';
import { answerOutcome, chat, decide, expire, revoke, speak } from './people.ts';
import { tapeOf } from './tape.ts';
import { work } from './worker.ts';
import { Crash, emptyWorld, restart, type World } from './world.ts';

/** Rounds after the tape is over in which every history must come to rest: everything is denied, nothing dies. */
const ROUNDS_TO_REST = 60;

/** Plays one history to its end. Throws `Violation`, with the log, when something happened that must never happen. */
export async function play(choices: ArrayLike<number>): Promise<World> {
  const world = emptyWorld(tapeOf(choices));
  try {
    await playTo(world);
    return world;
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const log = world.log.map(({ seq, event }) => `${seq} ${JSON.stringify(event)}`).join('\n');
    throw new Violation(`${error.message}\n${log}`);
  }
}

async function playTo(world: World): Promise<void> {
  speak(world);
  while (!world.tape.isOver) await move(world);
  for (let round = 0; !atRest(world); round += 1) {
    if (round === ROUNDS_TO_REST) throw new Violation('the conversation never came to rest');
    decide(world, 'deny');
    answerOutcome(world);
    await survive(world, () => work(world));
  }
  checkLog(world);
}

const atRest = ({ now }: World): boolean =>
  (now.status.kind === 'idle' || now.status.kind === 'failed') &&
  ![...now.transcript.waiting.values()].some(({ addressed }) => addressed);

async function move(world: World): Promise<void> {
  const { tape } = world;
  world.clock += tape.choose(10);
  switch (tape.choose(16)) {
    case 0:
      return speak(world);
    case 1:
      return chat(world);
    case 2:
    case 3:
      return decide(world, 'approve');
    case 4:
      return decide(world, 'deny');
    case 5:
      return decide(world, 'approve-edited');
    case 6:
      return decide(world, 'approve-and-remember');
    case 7:
      return expire(world);
    case 8:
      return revoke(world);
    case 9:
      world.toolVersion += 1;
      return;
    case 10:
      return answerOutcome(world);
    case 11:
    case 12:
      world.crashIn = tape.choose(6);
      return survive(world, () => work(world));
    default:
      return survive(world, () => work(world));
  }
}

async function survive(world: World, live: () => Promise<void>): Promise<void> {
  const done = world.effects.length;
  try {
    await live();
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
  restart(world);
  for (const effect of world.effects.slice(done)) checkEffect(world, effect);
}
