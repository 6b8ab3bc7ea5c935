import { approvalScript, askAndApprove } from '../service/approval.ts';
import { TooLate } from '../service/happenings.ts';
import type { Person } from '../service/person.ts';
import type { Service } from '../service/start-service.ts';

/** What came of the conversations so far. */
export interface Talk {
  finished: number;
  /** The model failed and the turn ended with a word about it, as it is to. */
  failed: number;
  /** Nobody could press or nothing came within a minute, because of a fault. */
  late: number;
}

/** The model breaks off in the middle. */
const FAILING = '!say I will look.\n!fail broken off';
const PATIENCE_MS = 60_000;

/** One person after the other asks and approves, `people` of them at a time, until the time is over. */
export async function keepTalking(
  service: Service,
  person: Person,
  { people, untilMs, failing }: { readonly people: number; readonly untilMs: number; readonly failing: number },
): Promise<Talk> {
  const talk: Talk = { finished: 0, failed: 0, late: 0 };
  const everyNth = failing > 0 ? Math.round(1 / failing) : Number.POSITIVE_INFINITY;
  let asked = 0;

  const one = async (): Promise<void> => {
    asked += 1;
    if (asked % everyNth === 0) {
      const conversation = await person.ask(FAILING);
      await service.happenings.next(conversation, 'ended', PATIENCE_MS);
      service.happenings.forget(conversation);
      talk.failed += 1;
      return;
    }
    await askAndApprove(service, person, approvalScript(`order-${asked}`));
    talk.finished += 1;
  };

  const talker = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      try {
        await one();
      } catch (error) {
        if (!(error instanceof TooLate)) throw error;
        talk.late += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: people }, talker));
  return talk;
}
