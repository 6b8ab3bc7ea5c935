import type { Conversation } from '../domain/conversation.ts';
import type { DomainEvent } from '../domain/event.ts';
import { isLive } from '../domain/grant.ts';
import type { ConversationId } from '../domain/ids.ts';
import type { Person } from '../domain/person.ts';
import { type GrantsDeps, signRevocation } from './grants.ts';
import { cancelPending, stopped } from './stop.ts';
import type { Worker } from './worker.ts';

/** Conversations looked at in one go. */
const PAGE = 100;

/**
 * The bot was removed from where these conversations take place: nobody can be asked or shown anything there any more.
 * In every conversation whose id begins with `prefix` the turn ends as stopped, cards are cancelled, and what was granted
 * is taken back, by the bot itself. Answers how many had something to end; doing it again ends the rest.
 */
export const makeWithdraw =
  (deps: Omit<GrantsDeps, 'directory'> & { readonly worker: Pick<Worker, 'abort'> }) =>
  async (prefix: string, bot: Person): Promise<number> => {
    let ended = 0;
    let after: string = prefix;
    for (;;) {
      const page = await deps.index.openUnder(prefix, after, PAGE);
      for (const conversation of page) if (await endIn(deps, conversation, bot)) ended += 1;
      const last = page.at(-1);
      // Ids only grow, so that this comes to an end whatever is asked meanwhile.
      if (last === undefined) return ended;
      after = last;
    }
  };

async function endIn(
  deps: Parameters<typeof makeWithdraw>[0],
  conversation: ConversationId,
  bot: Person,
): Promise<boolean> {
  const changed = await deps.conversations.change(conversation, async (now) => {
    const ending = endingOf(now, bot);
    const events: DomainEvent[] = [...ending];
    for (const grant of now.grants.values()) {
      if (!isLive(grant, deps.clock.now())) continue;
      events.push({ type: 'grant.revoked', signed: await signRevocation(deps, conversation, grant.id, bot) });
    }
    return { events, ...(ending.length === 0 ? {} : { options: { wake: 'now' as const } }), result: events.length > 0 };
  });
  deps.worker.abort(conversation);
  return changed.kind === 'changed' && changed.result;
}

function endingOf(now: Conversation, bot: Person): readonly DomainEvent[] {
  switch (now.status.kind) {
    case 'running':
      return now.status.stopAsked === null ? [{ type: 'stop.requested', by: bot }] : [];
    case 'paused':
      return stopped(now, now.status.turnId, bot);
    case 'idle':
    case 'failed':
      return cancelPending(now, bot, 'removed');
  }
}
