import { pendingApprovals } from '../../src/domain/approvals.ts';
import { type Conversation, fold } from '../../src/domain/conversation.ts';
import { samePerson } from '../../src/domain/person.ts';
import { openCalls } from '../../src/domain/transcript.ts';
import { CONVERSATIONS, type World } from './world.ts';

const conversations = (world: World): readonly Conversation[] =>
  CONVERSATIONS.map((id) => fold(id, world.disk.rows.get(id)?.events ?? []));

/**
 * I5, I12, once no process dies and nobody acts any more: every message is in the log, every press was answered, and
 * every turn has ended or waits for a person, who has been asked.
 */
export function unfinished(world: World): string[] {
  const now = conversations(world);
  return [...now.flatMap(restless), ...unanswered(world), ...unheard(world, now), ...stoppedByNobody(world)];
}

function restless({ id, status, approvals, transcript }: Conversation): string[] {
  const pending = pendingApprovals(approvals);
  const asked = [...approvals.questions.values()].filter(({ answer, outcome }) => answer === null && outcome === null);
  const waiting = [...transcript.waiting.values()].filter(({ addressed }) => addressed);
  switch (status.kind) {
    case 'running':
      return [`I12: ${id} still runs`];
    case 'paused': {
      if (pending.length + asked.length === 0) return [`I12: ${id} waits for nobody`];
      const newer = waiting.some(({ author }) => samePerson(author, status.principal));
      return newer && pending.length > 0 ? [`I12: in ${id} a newer message did not take the place of a card`] : [];
    }
    case 'idle':
    case 'failed': {
      const faults: string[] = [];
      if (waiting.length > 0) faults.push(`I12: a message in ${id} was never answered`);
      if (pending.length > 0) faults.push(`I12: ${id} is over and still asks`);
      if (status.kind === 'idle' && openCalls(transcript).length > 0) faults.push(`I12: a call in ${id} has no result`);
      if (status.kind === 'failed' && status.retryAsked) faults.push(`I12: ${id} was not tried again`);
      return faults;
    }
  }
}

/** Only a process that died may owe an answer to a press. */
const unanswered = ({ clicks }: World): string[] =>
  clicks.filter(({ outcome, life }) => outcome === null && life.alive).map(() => 'I12: a click without an outcome');

const unheard = ({ sent }: World, now: readonly Conversation[]): string[] =>
  [...sent].filter((id) => !now.some(({ transcript }) => transcript.seen.has(id))).map((id) => `I5: ${id} was lost`);

/** A turn is stopped by somebody who pressed Stop there, and by nobody else. */
function stoppedByNobody({ disk, stops }: World): string[] {
  return CONVERSATIONS.flatMap((id) =>
    (disk.rows.get(id)?.events ?? []).flatMap(({ event }) => {
      if (event.type !== 'turn.stopped') return [];
      const { by } = event;
      const pressed = by !== null && stops.some((stop) => stop.conversation === id && samePerson(stop.by, by));
      return pressed ? [] : [`I12: a turn in ${id} was stopped by nobody`];
    }),
  );
}

/** Once every deadline has passed: nothing waits for anybody. */
export const waitsForEver = (world: World): string[] =>
  conversations(world)
    .filter(({ status }) => status.kind === 'running' || status.kind === 'paused')
    .map(({ id }) => `I12: ${id} waits though every deadline has passed`);
