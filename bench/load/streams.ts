import type { ProcessFigures } from '../service/messages.ts';
import type { Person } from '../service/person.ts';
import type { Service } from '../service/start-service.ts';

/** About two sentences a second, as a fast model writes. */
const PIECE = `!say ${'and so it goes on for a while '.repeat(4)}\n!wait 500\n`;
const PATIENCE_MS = 120_000;

export interface StreamFigures {
  /** While all of them run. */
  readonly during: ProcessFigures;
  readonly seconds: number;
}

/** Answers that are written at the same time, each in a thread of its own, for as many half seconds as `pieces`. */
export async function streamAtOnce(
  service: Service,
  person: Person,
  streams: number,
  pieces: number,
): Promise<StreamFigures> {
  const from = performance.now();
  const script = `${PIECE.repeat(pieces)}!say end`;
  const conversations = await Promise.all(Array.from({ length: streams }, () => person.ask(script)));
  const ends = Promise.all(conversations.map((one) => service.happenings.next(one, 'ended', PATIENCE_MS)));
  const during = await untilAllRun(service, streams);
  await ends;
  return { during, seconds: (performance.now() - from) / 1_000 };
}

/** Looks every second until as many turns run, and a while longer, so that the figures are of the full load. */
async function untilAllRun(service: Service, streams: number): Promise<ProcessFigures> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { turnsRunning } = await service.figures();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (turnsRunning >= streams) return await service.figures();
  }
  throw new Error(`${streams} answers are never written at the same time: they end before the last one begins`);
}
