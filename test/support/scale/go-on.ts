import { type CrashPeople, openThings, type Thread } from '../crash/people.ts';

const LOOK_EVERY_MS = 100;

/** Lets the people go on, answering what they are asked, until `holds`; says what is still open when that takes too long. */
export async function goOnUntil(
  people: CrashPeople,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const open = await people.look();
    if (await holds()) return;
    if (Date.now() > deadline) throw new Error(`Unfinished:\n${(await whatIsOpen(people, open)).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

export const goOnUntilDone = (people: CrashPeople, withinMs: number): Promise<void> =>
  goOnUntil(people, withinMs, async () => (await people.look()).length === 0);

async function whatIsOpen(people: CrashPeople, threads: readonly Thread[]): Promise<readonly string[]> {
  const open = await Promise.all(threads.map(async (thread) => openThings(thread, await people.messages(thread))));
  return open.flat();
}
