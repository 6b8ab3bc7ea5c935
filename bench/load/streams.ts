import type { Person } from '../service/person.ts';
import type { Service } from '../service/start-service.ts';

/** About two sentences a second, as a fast model writes. */
const PIECE = `!say ${'and so it goes on for a while '.repeat(4)}\n!wait 500\n`;
const PATIENCE_MS = 120_000;

/** What was seen while they ran, at the worst. */
export interface StreamFigures {
  readonly turnsRunning: number;
  readonly residentMb: number;
  readonly loopDelayP99: number;
}

const LOOK_EVERY_MS = 500;

/** Answers that are written at the same time, each in a thread of its own, for as many half seconds as `pieces`. */
export async function streamAtOnce(
  service: Service,
  person: Person,
  streams: number,
  pieces: number,
): Promise<StreamFigures> {
  const script = `${PIECE.repeat(pieces)}!say end`;
  await service.figures('settle');
  let worst: StreamFigures = { turnsRunning: 0, residentMb: 0, loopDelayP99: 0 };
  const look = async (): Promise<void> => {
    const { turnsRunning, residentMb, loopDelayP99 } = await service.figures('glance');
    worst = {
      turnsRunning: Math.max(worst.turnsRunning, turnsRunning),
      residentMb: Math.max(worst.residentMb, residentMb),
      loopDelayP99,
    };
  };
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  try {
    const conversations = await Promise.all(Array.from({ length: streams }, () => person.ask(script)));
    await Promise.all(conversations.map((one) => service.happenings.next(one, 'ended', PATIENCE_MS)));
    await look();
    return worst;
  } finally {
    clearInterval(looking);
  }
}
